import type { OrderStamp } from '@supreme-access/contract/shapes/orders.js';
import { type StampKind, stamp } from '@supreme-access/contract/ticket.js';
import type { TicketTone } from '../../ui/ticket.js';
import type { Moment } from '../../ui/timeline.js';

const SECOND = 1_000;
const SECURED_AFTER_S = 3;
const DEPARTS = 10;
const CHECKED_OUT = 13;
const CHARGED = 14;

export const SIMULATED = { productTitle: 'Demo Hoodie', totalStock: 24, slotNumber: 18, price: 35 };

const TAKEN = [15, 16, 17, 18, 19, 19, 20, 21, 21, 22, 23];

const STEPS: { at: number; text: string; detail?: string }[] = [
  { at: 0, text: 'Reservations are open.' },
  { at: SECURED_AFTER_S, text: 'You secured the slot.' },
  { at: DEPARTS, text: 'The release started.' },
  { at: DEPARTS + 1, text: 'We started the checkout at the retailer.' },
  { at: CHECKED_OUT, text: 'Checked out at the retailer.', detail: 'Size M, Stone' },
  { at: CHARGED, text: 'The service fee was charged.', detail: '$35.00' },
];

export interface SimulatedDrop {
  releaseAt: string;
  reserved: number;
  holdsSlot: boolean;
  over: boolean;
  tone: TicketTone;
  stamps: OrderStamp[];
  moments: Moment[];
}

/** The simulated drop at `now`, started at `start` (both ms UTC; null: not started). */
export function simulatedDrop(start: number | null, now: number): SimulatedDrop {
  const from = start ?? now;
  const passed = start === null ? -1 : Math.floor((now - start) / SECOND);
  const instant = (second: number) => new Date(from + second * SECOND).toISOString();
  const stamped = (kind: StampKind, second: number) => stamp(kind, passed >= second ? instant(second) : undefined);
  return {
    releaseAt: instant(DEPARTS),
    reserved: TAKEN[Math.min(Math.max(passed, 0), TAKEN.length - 1)] ?? 0,
    holdsSlot: passed >= SECURED_AFTER_S,
    over: passed >= CHARGED,
    tone: passed < SECURED_AFTER_S ? 'draft' : passed < SECURED_AFTER_S + 2 ? 'fresh' : 'kept',
    stamps: [stamped('reserved', SECURED_AFTER_S), stamped('checked-out', CHECKED_OUT), stamped('charged', CHARGED)],
    moments: STEPS.filter(({ at }) => at <= passed).map(({ at, text, detail }) => ({
      key: at,
      at: instant(at),
      text,
      detail,
    })),
  };
}
