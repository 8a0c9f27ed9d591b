import type { Schema } from './platform/log/codec.js';

/**
 * Upcasters of every event type whose data has changed shape since it first shipped, oldest first. An event that is not
 * listed is still at version 1. Shipped versions are kept as fixtures in `test/fixtures/events/`.
 */
export const EVENT_SCHEMA: Schema = {};
