import type { State } from './states.js';

export const light = (title: string, how: string): State => ({ title, how, schemes: ['light'] });
export const dark = (title: string, how: string): State => ({ title, how, schemes: ['dark'] });
export const both = (title: string, how: string): State => ({ title, how, schemes: ['light', 'dark'] });
