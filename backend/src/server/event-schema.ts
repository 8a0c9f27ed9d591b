import type { Schema } from '../event-sourcing/codec.js';

/**
 * Upcasters of every event type whose data has changed shape since it first shipped, oldest first. An event that is not
 * listed is still at version 1.
 */
export const EVENT_SCHEMA: Schema = {};
