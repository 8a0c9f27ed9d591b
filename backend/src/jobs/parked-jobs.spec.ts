import { AT, decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { pino } from 'pino';
import type { AnyRecorded } from '../projections/recorded.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { type Job, jobRule, jobsProjection, PARKED } from './jobs.projection.js';
import { type ParkedWorkEvent, ParkWork, parkedJobs, parkedWork, ResumeWork, SetWorkAside } from './parked-jobs.js';
import { reportFailure } from './report-failure.js';
import { Retries, RetryableError } from './retries.js';

const work = { kind: 'webhook', workId: 'evt_1' };
const parked: ParkedWorkEvent = { type: 'WorkParked', data: { ...work, attempts: 20, reason: 'refund-open' } };
const resumed: ParkedWorkEvent = { type: 'WorkResumed', data: work };
const aside: ParkedWorkEvent = { type: 'WorkSetAside', data: { ...work, reason: 'settled by hand' } };
const ID = 'webhook:evt_1';

describe('parked work', () => {
  const { given } = decisions(parkedWork);
  const resume = new ResumeWork(ID, work, metadata);
  const setAside = new SetWorkAside(ID, { ...work, reason: 'settled by hand' }, metadata);

  it('is parked, also again after it was due again', () => {
    const park = new ParkWork(ID, { ...work, attempts: 20, reason: 'refund-open' }, metadata);
    for (const events of [[], [parked], [parked, resumed]])
      given(...events)
        .when(park)
        .makes(parked);
  });

  it('is tried again, or set aside for good, by an operator', () => {
    given(parked).when(resume).makes(resumed);
    given(parked).when(setAside).makes(aside);
  });

  it.each([[[]], [[parked, resumed]], [[parked, aside]]])('is neither while it is not parked: %j', (events) => {
    given(...events)
      .when(resume)
      .refused('not-parked', 'conflict');
    given(...events)
      .when(setAside)
      .refused('not-parked', 'conflict');
  });
});

describe('the row of parked work', () => {
  const due = jobsProjection([parkedJobs, jobRule(['stripe'], ({ id, at }) => [{ kind: 'webhook', id, dueAt: at }])]);
  const folded = (...events: (ParkedWorkEvent | 'received')[]): Job | null =>
    events.reduce<Job | null>((row, event, index) => {
      const received = { category: 'stripe', id: 'evt_1', type: 'WebhookReceived', data: {} };
      const one = event === 'received' ? received : { ...event, category: 'work', id: ID };
      return due.evolve(row, { ...one, at: AT + index, eventId: `e-${index}` } as unknown as AnyRecorded, ID);
    }, null);
  const row = { kind: 'webhook', id: 'evt_1', attempt: 0, since: AT, cause: 'e-0' };

  it('is never due by itself, and keeps why and when it was', () => {
    const why = { attempts: 20, reason: 'refund-open', at: AT + 1, dueAt: AT };
    expect(folded('received', parked)).toEqual({ ...row, dueAt: PARKED, parked: why });
  });

  it('is due at once when it is tried again, for its own cause, or when an event asks for it, and gone when it is set aside', () => {
    expect(folded('received', parked, resumed)).toEqual({ ...row, dueAt: AT + 2 });
    expect(folded('received', parked, 'received')).toMatchObject({ dueAt: AT + 2 });
    expect(folded('received', parked, 'received')).not.toHaveProperty('parked');
    expect(folded('received', parked, aside)).toBeNull();
  });

  it('is not made by what is told of work that has ended meanwhile', () => {
    expect(folded(parked)).toBeNull();
    expect(folded(resumed)).toBeNull();
  });
});

describe('a failed attempt', () => {
  const dueRow = { kind: 'webhook', id: 'evt_1', dueAt: AT, attempt: 0, cause: 'e-1' };
  /** How often it is parked in so many attempts. */
  async function parkings(attempts: number, error: unknown, parks = true): Promise<number> {
    const retries = new Retries(() => 1);
    let count = 0;
    const park = async () => {
      count += 1;
      if (count === 1) throw new StoreUnavailable('the log is away');
    };
    const tools = { logger: pino({ level: 'silent' }), park } as unknown as Parameters<typeof reportFailure>[3];
    const worker = { kind: 'webhook', concurrency: 1, parks, work: async () => undefined };
    for (let n = 0; n < attempts; n += 1) await reportFailure(retries.failed(dueRow, error, AT), error, worker, tools);
    return count;
  }

  it('parks its work the twentieth time, or the next where that could not be recorded', async () => {
    expect(await parkings(19, new RetryableError('its order is not known yet'))).toBe(0);
    expect(await parkings(20, new RetryableError('its order is not known yet'))).toBe(1);
    expect(await parkings(21, new TypeError('a bug'))).toBe(2);
  });

  it('on a locked stream parks its work at once, whatever hangs on it', async () => {
    const locked = new StreamDamaged({ stream: 'order-1', revision: 2, reason: 'hash' });
    expect(await parkings(2, locked, false)).toBe(2);
    // What was cut in the store may be given back there.
    const cut = new StreamDamaged({ stream: 'order-1', revision: 2, reason: 'beginning' });
    expect(await parkings(2, cut, false)).toBe(0);
  });

  it('for which a partner or a store is to blame never does, nor one of work that a promise hangs on', async () => {
    expect(await parkings(50, new RetryableError('Stripe could not be reached', { partner: 'stripe' }))).toBe(0);
    expect(await parkings(50, new StoreUnavailable('the log is away'))).toBe(0);
    expect(await parkings(50, new TypeError('a bug'), false)).toBe(0);
  });
});
