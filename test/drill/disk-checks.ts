import type { RecordedEvent } from '../../backend/src/platform/log/event-log.js';
import type { World } from './world.js';

/** what begins something, whoever asks for it */
const NEW = [
  'SlotReserved',
  'AccountRegistered',
  'CheckoutStarted',
  'FeeChargeStarted',
  'RefundStarted',
  'ReleaseStarted',
];
/** ms that what was admitted before may wait for its turn, and clocks may differ */
const UNDER_WAY = 15_000;
const SKEWED = 3_000;
/** bytes below which nothing at all can be written */
const NOTHING = 16 * 2 ** 20;

/** While the disk is nearly full nothing new is in the log, and nothing at all once it is full. `decided`: ms lived. */
export function checkRoom({ disk, find }: World, { stream, type }: RecordedEvent, decided: number): void {
  if (disk === null || decided < disk.from + UNDER_WAY || decided > disk.to - SKEWED) return;
  if (NEW.includes(type) || disk.free < NOTHING) find(`${type} of ${stream} is new, and the disk has no room for it`);
}
