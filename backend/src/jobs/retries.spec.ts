import { AT, HOUR, MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { Refused } from '../event-sourcing/decider.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { Retries, RetryableError } from './retries.js';

const row = (id: string, dueAt = AT) => ({ kind: 'checkout', id, dueAt, attempt: 0, cause: 'e-1' });
const keyOf = (id: string) => `checkout:${id}`;

describe('the pause after a failed attempt', () => {
  const SECOND = 1_000;
  /** ms of the pauses after so many attempts that end with this */
  function pauses(error: unknown, attempts: number): number[] {
    const retries = new Retries(() => 1);
    return Array.from({ length: attempts }, () => retries.failed(row('o-1'), error, AT).notBefore - AT);
  }

  it.each([
    ['an error of ours', new TypeError('a bug')],
    ['what waits for another outcome', new Refused('refund-open', 'unavailable')],
    ['a partner', new RetryableError('Stripe could not be reached', { partner: 'stripe' })],
  ])('grows to a quarter of an hour for %s', (_, error) => {
    const [first, second, ...more] = pauses(error, 20);
    expect([first, second, more.at(-1)]).toEqual([SECOND / 2, SECOND, 15 * MINUTE]);
  });

  it.each([
    ['a store that is away', new StoreUnavailable('the log is away')],
    ['its queue', new Refused('busy', 'unavailable')],
  ])('grows to two seconds for %s', (_, error) => {
    expect(pauses(error, 5)).toEqual([SECOND / 2, SECOND, 2 * SECOND, 2 * SECOND, 2 * SECOND]);
  });
});

describe('work that a partner asked to wait with', () => {
  let retries: Retries;
  beforeEach(() => {
    retries = new Retries(() => 1);
  });
  const busy = (id: string, notBefore: number) =>
    retries.failed(row(id), new RetryableError('busy', { partner: 'retailer', notBefore }), AT);
  const dueAt = (now: number) => retries.due(now).map(({ row: { id } }) => id);

  it('is not due a millisecond before, and is due as its time comes', () => {
    busy('o-1', AT + HOUR);
    expect(dueAt(AT + HOUR - 1)).toEqual([]);
    expect(dueAt(AT + HOUR)).toEqual(['o-1']);
    expect(retries.next(AT)).toBe(AT + HOUR);
  });

  it('waits for the pause of its own attempts where that is longer', () => {
    for (let n = 0; n < 10; n += 1) busy('o-1', AT + 1);
    expect(dueAt(AT + 4 * MINUTE)).toEqual([]);
    expect(dueAt(AT + 15 * MINUTE)).toEqual(['o-1']);
  });

  it('waits on as that partner is back: it has said when, and nothing else holds it up until then', () => {
    for (let n = 0; n < 10; n += 1) busy('o-1', AT + MINUTE);
    busy('o-2', AT - 1);
    for (const all of [true, false]) retries.isBack('retailer', all, AT + MINUTE - 1);
    expect(retries.of(keyOf('o-2'))).toBeUndefined();
    expect(dueAt(AT + MINUTE - 1)).toEqual([]);
    expect(dueAt(AT + MINUTE)).toEqual(['o-1']);
    retries.isBack('retailer', false, AT + MINUTE);
    expect(retries.of(keyOf('o-1'))).toBeUndefined();
  });

  it('waits on as another partner is back, and as somebody asks for it to be tried', () => {
    busy('o-1', AT + HOUR);
    retries.isBack('stripe', false, AT + 2 * HOUR);
    expect(retries.retry(AT + HOUR - 1)).toBe(0);
    expect(retries.retry(AT + HOUR - 1, keyOf('o-1'))).toBe(0);
    expect(dueAt(AT + HOUR - 1)).toEqual([]);
    expect(retries.retry(AT + HOUR)).toBe(1);
  });

  it('is due when an event says so, whatever was asked for before', () => {
    busy('o-1', AT + HOUR);
    retries.moved(row('o-1', AT + MINUTE));
    expect(dueAt(AT + MINUTE - 1)).toEqual([]);
    expect(dueAt(AT + MINUTE)).toEqual(['o-1']);
  });
});
