import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import type { World } from './world.js';

/** the events that start something new */
const NEW = [
  'SlotReserved',
  'AccountRegistered',
  'CheckoutStarted',
  'FeeChargeStarted',
  'RefundStarted',
  'ReleaseStarted',
];
/** ms that an admitted command may wait in its queue, including the difference of clocks */
const UNDER_WAY = 15_000;
const SKEWED = 3_000;
/** bytes; below this every write fails */
const NOTHING = 16 * 2 ** 20;

/** `decided`: ms of virtual time. */
export function checkRoom({ disk, find }: World, { stream, type }: RecordedEvent, decided: number): void {
  if (disk === null || decided < disk.from + UNDER_WAY || decided > disk.to - SKEWED) return;
  if (NEW.includes(type) || disk.free < NOTHING) find(`${type} of ${stream} is new, and the disk has no room for it`);
}
