import type { Schema } from '../event-sourcing/codec.js';

/** Upcasters by event type, oldest first; a type without any is at version 1. */
export const EVENT_SCHEMA: Schema = {};
