import { TextEncoder } from 'node:util';

// jsdom has none, and react-router asks for one when it is loaded: a spec with screens imports this first
globalThis.TextEncoder ??= TextEncoder;
