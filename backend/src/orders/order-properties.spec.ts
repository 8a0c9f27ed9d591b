import { answer } from '@supreme-access/test/fixtures/order.js';
import { histories, type Step } from '@supreme-access/test/fixtures/order-histories.js';
import fc from 'fast-check';
import { type OrderEvent, order } from './order.js';

const RUNS = { numRuns: 150 };
/** Asking for these again is asking for something new: a claim past its lease, another look. */
const NEW_EACH_TIME = ['RecordAcoAccess', 'StartRefund', 'ChargeFee'];
/** events that a mail by itself must never make */
const MONEY = ['CheckoutSucceeded', 'FeeChargeStarted', 'FeeCharged', 'FeeWaived'];

type Named<T extends OrderEvent['type']> = Extract<OrderEvent, { type: T }>;
const eventsOf = (steps: readonly Step[]) => steps.flatMap(({ events }) => events);
const only = <T extends OrderEvent['type']>(events: readonly OrderEvent[], type: T) =>
  events.filter((event): event is Named<T> => event.type === type);
const isOutcome = (event: OrderEvent): event is Named<'CheckoutSucceeded' | 'CheckoutRefused'> =>
  event.type === 'CheckoutSucceeded' || event.type === 'CheckoutRefused';
const holdsFor = (property: (steps: Step[]) => void) => fc.assert(fc.property(histories, property), RUNS);

describe('whatever is asked of an order, in whatever sequence,', () => {
  it('no fee is claimed or charged before evidence of a purchase', () => {
    holdsFor((steps) => {
      const types = eventsOf(steps).map(({ type }) => type);
      const proof = types.indexOf('CheckoutSucceeded');
      for (const type of ['FeeChargeStarted', 'FeeCharged', 'FeeWaived']) {
        const first = types.indexOf(type as OrderEvent['type']);
        if (first >= 0) expect(proof).toBeGreaterThanOrEqual(0);
        if (first >= 0) expect(first).toBeGreaterThan(proof);
      }
      for (const { data } of only(eventsOf(steps), 'CheckoutSucceeded')) expect(data.evidence.reference).not.toBe('');
    });
  });

  it('a reference that the log holds as refused or closed is proven by nothing but the answer of the retailer', () => {
    holdsFor((steps) => {
      const refused = new Set<string>();
      for (const { data } of steps.flatMap(({ events }) => events).filter(isOutcome)) {
        if (!('evidence' in data)) refused.add(data.reference);
        else if (data.evidence.kind !== 'retailer') {
          expect(refused).not.toContain(data.reference);
          expect(refused).not.toContain(data.evidence.reference.toLowerCase());
        }
      }
    });
  });

  it('a mail that hints at a purchase makes none; only the decision on it may', () => {
    holdsFor((steps) => {
      for (const { command, events } of steps) {
        const isHint = command.type === 'ReceiveHint' || command.type === 'RecordProofCheck';
        if (isHint) expect(events.filter(({ type }) => MONEY.includes(type))).toEqual([]);
      }
    });
  });

  it('it is charged at most once, on one intent, and its attempts count up one by one', () => {
    holdsFor((steps) => {
      const events = eventsOf(steps);
      expect(only(events, 'FeeCharged').length).toBeLessThanOrEqual(1);
      const claims = only(events, 'FeeChargeStarted');
      expect(new Set(claims.map(({ data }) => data.intentId)).size).toBeLessThanOrEqual(1);
      for (const { before, events: made } of steps) {
        for (const { data } of only(made, 'FeeChargeStarted')) {
          const isTakeover = before.charge !== null;
          expect(data.attempt).toBe(before.chargeAttempts + (isTakeover ? 0 : 1));
          if (isTakeover) expect(data.paymentMethodId).toBe(before.charge?.paymentMethodId);
        }
      }
    });
  });

  it('refunds that have not failed never sum above the charge', () => {
    holdsFor((steps) => {
      for (const { after } of steps) {
        const given = after.refunds.filter(({ status }) => status !== 'failed').map(({ amount }) => amount);
        const sum = given.reduce((total, amount) => total + amount, 0);
        expect(sum).toBeLessThanOrEqual(after.charged?.amount ?? 0);
      }
    });
  });

  it('money that comes after the end goes back in the same breath, and nothing is claimed any more', () => {
    holdsFor((steps) => {
      for (const { before, events } of steps) {
        if (!before.closed && !before.waived && !before.withdrawn) continue;
        expect(only(events, 'FeeChargeStarted')).toEqual([]);
        for (const { data } of only(events, 'FeeCharged')) {
          expect(only(events, 'RefundRequested').map((refund) => refund.data.amount)).toEqual([data.amount]);
        }
      }
    });
  });

  it('no new reference is opened at the retailer while one is open or something was bought', () => {
    holdsFor((steps) => {
      for (const { before, events } of steps) {
        if (only(events, 'CheckoutStarted').length === 0) continue;
        expect([before.checkout, before.bought]).toEqual([null, null]);
      }
      const references = only(eventsOf(steps), 'CheckoutStarted').map(({ data }) => data.reference);
      expect(new Set(references).size).toBe(references.length);
    });
  });

  it('a claim that holds is taken over from nobody but a holder that is known to have ended', () => {
    holdsFor((steps) => {
      for (const { command, now, before, events } of steps) {
        const { ended, refundId } = command.data as { ended?: string; refundId?: string };
        const refund = before.refunds.find((one) => one.refundId === refundId);
        const takes = { TakeOverCheckout: before.checkout, ChargeFee: before.charge, StartRefund: refund?.claim };
        const open = takes[command.type as keyof typeof takes];
        if (open && events.length > 0 && now < open.leaseUntil) expect(open.by).toBe(ended);
      }
    });
  });

  it('a duplicate command changes nothing', () => {
    holdsFor((steps) => {
      for (const { command, now, after } of steps) {
        if (!NEW_EACH_TIME.includes(command.type)) expect(answer(command, after, now)).toEqual([]);
      }
    });
  });

  it('replaying what was stored gives the same state', () => {
    holdsFor((steps) => {
      const stored = eventsOf(steps).map((event) => JSON.parse(JSON.stringify(event)) as OrderEvent);
      expect(stored.reduce(order.evolve, order.initial)).toEqual(steps.at(-1)?.after);
    });
  });
});
