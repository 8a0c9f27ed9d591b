import { answer } from '@supreme-access/test/fixtures/order.js';
import type { Step } from '@supreme-access/test/fixtures/order-histories.js';
import { tokenHistories } from '@supreme-access/test/fixtures/order-token-histories.js';
import { LIMIT } from '@supreme-access/test/fixtures/order-tokens.js';
import fc from 'fast-check';
import { type OrderEvent, order } from './order.js';

const RUNS = { numRuns: 120 };
type Named<T extends OrderEvent['type']> = Extract<OrderEvent, { type: T }>;
const eventsOf = (steps: readonly Step[]) => steps.flatMap(({ events }) => events);
const only = <T extends OrderEvent['type']>(events: readonly OrderEvent[], type: T) =>
  events.filter((event): event is Named<T> => event.type === type);
const holdsFor = (property: (events: OrderEvent[], steps: Step[]) => void) =>
  fc.assert(
    fc.property(tokenHistories, (steps) => property(eventsOf(steps), steps)),
    RUNS,
  );
const namedBy = (events: readonly OrderEvent[], reference: string) =>
  events.filter((event) => 'reference' in event.data && event.data.reference === reference);

/** The log of one attempt proves that it bought nothing. */
function isProven(own: readonly OrderEvent[]): boolean {
  const [refused] = only(own, 'CheckoutRefused');
  if (!refused) return false;
  if (only(own, 'CheckoutPrepared').length === 0) return true;
  const { unsold } = refused.data;
  if (!unsold || unsold.captured > 0 || !['none', 'revoked', 'expired'].includes(unsold.token)) return false;
  const madeAt = own.findIndex(({ type }) => type === 'PaymentTokenMade');
  if (madeAt < 0) return true;
  const since = own.slice(madeAt).map(({ type, data }) => ('answered' in data ? 'all answered' : type));
  if (only(own, 'CheckoutEscalated').some(({ data }) => data.inDoubt)) return false;
  const unknownAt = since.indexOf('CheckoutOutcomeUnknown');
  const escalatedAt = since.indexOf('CheckoutEscalated');
  const isDoubted = unknownAt >= 0 && (escalatedAt < 0 || unknownAt < escalatedAt);
  return unsold.token !== 'none' && unsold.completes !== 'in-doubt' && !isDoubted;
}

describe('whatever is asked of an order that a payment token pays for, in whatever sequence,', () => {
  it('a second reference follows the proof alone that the first bought nothing', () => {
    let followed = 0;
    holdsFor((events) => {
      const started = only(events, 'CheckoutStarted');
      for (const { data } of started.slice(0, -1)) expect(isProven(namedBy(events, data.reference))).toBe(true);
      const tokened = only(events, 'PaymentTokenMade').map(({ data }) => data.reference);
      followed += started.slice(0, -1).filter(({ data }) => tokened.includes(data.reference)).length;
    });
    expect(followed).toBeGreaterThan(0);
  });

  it('at most one token a reference is made, for the one session that the log names first, within the limit', () => {
    holdsFor((events) => {
      for (const { data } of only(events, 'CheckoutPrepared')) {
        expect(data.total).toBeLessThanOrEqual(LIMIT.amount);
        expect(only(namedBy(events, data.reference), 'CheckoutPrepared')).toHaveLength(1);
      }
      for (const { data } of only(events, 'PaymentTokenMade')) {
        const own = namedBy(events, data.reference);
        expect(only(own, 'PaymentTokenMade')).toHaveLength(1);
        const types = own.map(({ type }) => type);
        expect(types.indexOf('CheckoutPrepared')).toBeLessThan(types.indexOf('PaymentTokenMade'));
        expect(types).toContain('CheckoutPrepared');
      }
    });
  });

  it('no token is made or session prepared while another reference is open, or after the end', () => {
    holdsFor((_, steps) => {
      for (const { before, events } of steps) {
        for (const { type, data } of events) {
          if (type !== 'CheckoutPrepared' && type !== 'PaymentTokenMade') continue;
          expect(before.checkout?.reference).toBe(data.reference);
          expect([before.bought, before.closed]).toEqual([null, null]);
        }
      }
    });
  });

  it('success needs the capture of the token that the log names, or a person who decides', () => {
    let captured = 0;
    holdsFor((events, steps) => {
      for (const { data } of only(events, 'CheckoutSucceeded')) {
        if (data.evidence.kind === 'reviewed' || data.evidence.kind === 'card-charge') continue;
        expect(data.payment?.kind).toBe('card-charge');
        const [made] = only(namedBy(events, data.reference), 'PaymentTokenMade');
        expect(data.payment?.sha256).toBe(made?.data.tokenHash);
        captured += 1;
      }
      const fees = events.findIndex(({ type }) => type === 'FeeChargeStarted' || type === 'FeeWaived');
      if (fees >= 0) expect(only(events.slice(0, fees), 'CheckoutSucceeded')).toHaveLength(1);
      for (const { before, events: made } of steps) {
        const isUnpaid = before.checkout?.paying?.sold !== undefined;
        if (isUnpaid) expect(only(made, 'FeeChargeStarted')).toEqual([]);
      }
    });
    expect(captured).toBeGreaterThan(0);
  });

  it('it asks for no security code', () => {
    holdsFor((_, steps) => {
      for (const { after } of steps) expect(after.codeWanted).toBe(false);
    });
  });

  it('a duplicate command changes nothing, and a replay gives the same state', () => {
    holdsFor((events, steps) => {
      const again = ['RecordAcoAccess', 'ChargeFee'];
      for (const { command, now, after } of steps) {
        if (!again.includes(command.type)) expect(answer(command, after, now)).toEqual([]);
      }
      const stored = events.map((event) => JSON.parse(JSON.stringify(event)) as OrderEvent);
      expect(stored.reduce(order.evolve, order.initial)).toEqual(steps.at(-1)?.after);
    });
  });
});
