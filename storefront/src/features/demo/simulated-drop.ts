import type { OrderStamp } from '@supreme-access/contract/shapes/orders.js';
import { type StampKind, stamp } from '@supreme-access/contract/ticket.js';
import type { TicketTone } from '../../ui/ticket.js';
import type { Moment } from '../../ui/timeline.js';

const SECOND = 1_000;
/** s after the start */
const SECURED = 3;
const DEPARTS = 10;
const CHECKED_OUT = 13;
const CHARGED = 14;

export const SIMULATED = { productTitle: 'Demo Hoodie', totalStock: 24, slotNumber: 18, price: 35 };

/** slots taken, by the seconds that have passed */
const TAKEN = [15, 16, 17, 18, 19, 19, 20, 21, 21, 22, 23];

const STEPS: { at: number; text: string; detail?: string }[] = [
  { at: 0, text: 'Reservations are open.' },
  { at: SECURED, text: 'You secured the slot.' },
  { at: DEPARTS, text: 'The release started.' },
  { at: DEPARTS + 1, text: 'We started the checkout at the retailer.' },
  { at: CHECKED_OUT, text: 'Checked out at the retailer.', detail: 'Size M, Stone' },
  { at: CHARGED, text: 'The service fee was charged.', detail: '$35.00' },
];

export interface SimulatedDrop {
  /** ISO instant */
  departsAt: string;
  reserved: number;
  holdsSlot: boolean;
  over: boolean;
  tone: TicketTone;
  stamps: OrderStamp[];
  moments: Moment[];
}

/** The simulated drop that was started at `start`, as it stands at `now` (both ms UTC); `start` null: not started. */
export function simulatedDrop(start: number | null, now: number): SimulatedDrop {
  const from = start ?? now;
  const passed = start === null ? -1 : Math.floor((now - start) / SECOND);
  const instant = (second: number) => new Date(from + second * SECOND).toISOString();
  const stamped = (kind: StampKind, second: number) => stamp(kind, passed >= second ? instant(second) : undefined);
  return {
    departsAt: instant(DEPARTS),
    reserved: TAKEN[Math.min(Math.max(passed, 0), TAKEN.length - 1)] ?? 0,
    holdsSlot: passed >= SECURED,
    over: passed >= CHARGED,
    tone: passed < SECURED ? 'draft' : passed < SECURED + 2 ? 'fresh' : 'kept',
    stamps: [stamped('reserved', SECURED), stamped('checked-out', CHECKED_OUT), stamped('charged', CHARGED)],
    moments: STEPS.filter(({ at }) => at <= passed).map(({ at, text, detail }) => ({
      key: at,
      at: instant(at),
      text,
      detail,
    })),
  };
}
