import { AT, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { chainedAnew, SealedLog } from '@supreme-access/test/fixtures/sealed-log.js';
import { encode, type Schema } from '../event-sourcing/codec.js';
import type { RecordedEvent } from '../stores/event-log/event-log.js';
import { GENESIS } from '../stores/event-log/hash-chain.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { VerifyLog, verifyLog } from './verify.js';

/** A log of two streams, as the codec writes it. */
function aLog(): RecordedEvent[] {
  const heads = new Map<string, RecordedEvent>();
  return ['order-1', 'order-2', 'order-1', 'order-1', 'order-2'].map((stream, index) => {
    const before = heads.get(stream);
    const revision = before ? before.revision + 1 : 0;
    const place = {
      stream,
      revision,
      previousHash: before?.metadata.hash ?? GENESIS,
      eventId: `e-${index}`,
      now: AT + index,
    };
    const event = { type: 'MailSent', data: { mailId: `mail-${index}`, kind: 'success' } };
    const recorded = { ...encode(event, metadata, place, {}).stored, stream, revision, position: (index + 1) * 10 };
    heads.set(stream, recorded);
    return recorded;
  });
}

/** The same log with one event changed. */
const tampered = (index: number, change: (event: RecordedEvent) => object) =>
  aLog().map((event, i) => (i === index ? ({ ...event, ...change(event) } as RecordedEvent) : event));
const problems = async (log: RecordedEvent[], schema: Schema = {}) =>
  (await verifyLog(log, schema)).broken.map(({ position, problem }) => [position, problem]);

describe('verifying the log', () => {
  it('names what cannot be read, and goes on with what follows, in its stream and in the others', async () => {
    const gap = { unreadable: 'it cannot be read', stream: 'order-1', revision: 1, position: 30, count: 1 };
    const log = aLog();
    const altered = tampered(4, () => ({ type: 'MailRequested' }));
    const found = await verifyLog([...log.slice(0, 2), gap, log[3] as RecordedEvent, altered[4] as RecordedEvent], {});
    expect(found.broken).toMatchObject([
      { position: 30, stream: 'order-1', revision: 1, problem: 'it cannot be read' },
      { position: 50, stream: 'order-2', revision: 1, problem: 'the hash does not fit the event' },
    ]);
  });

  it('finds nothing in a log as it was written', async () => {
    expect(await verifyLog(aLog(), {})).toMatchObject({ events: 5, streams: 2, broken: [], isNotedThere: null });
  });

  it.each([
    ['its data', () => ({ data: { mailId: 'mail-2', kind: 'refund' } })],
    ['its type', () => ({ type: 'MailRequested' })],
    ['its id', () => ({ id: 'e-9' })],
    ['when it was recorded', ({ metadata }: RecordedEvent) => ({ metadata: { ...metadata, recordedAt: AT } })],
    [
      'who caused it',
      ({ metadata }: RecordedEvent) => ({ metadata: { ...metadata, actor: { kind: 'admin', id: 'x' } } }),
    ],
  ])('finds an event that was altered: %s', async (_, change) => {
    expect(await problems(tampered(2, change))).toEqual([[30, 'the hash does not fit the event']]);
  });

  it('finds an altered hash, and the event after it that rests on the old one', async () => {
    const log = tampered(2, ({ metadata }) => ({ metadata: { ...metadata, hash: 'x' } }));
    expect((await verifyLog(log, {})).broken).toMatchObject([
      { position: 30, stream: 'order-1', revision: 1, problem: 'the hash does not fit the event' },
      { position: 40, stream: 'order-1', revision: 2, problem: 'the hash does not fit the event' },
    ]);
  });

  it('finds an event that was moved to another stream', async () => {
    const log = tampered(4, () => ({ stream: 'order-3', revision: 0 }));
    expect(await problems(log)).toEqual([[50, 'the hash does not fit the event']]);
  });

  it('finds an event that is newer than this program, and takes an older one', async () => {
    const upcasters: Schema = { MailSent: [(data) => data] };
    const place = { stream: 'order-1', revision: 0, previousHash: GENESIS, eventId: 'e-0', now: AT };
    const newer = { ...encode({ type: 'MailSent', data: {} }, metadata, place, upcasters).stored, stream: 'order-1' };
    const log = [{ ...newer, revision: 0, position: 10 }];
    expect(await problems(log)).toEqual([[10, 'schema version 2 of MailSent is not known to this program']]);
    expect(await problems(log, upcasters)).toEqual([]);
    expect(await problems(aLog(), upcasters)).toEqual([]);
  });

  it('passes over what was accepted, but believes no damaged event that accepts, not even of itself', async () => {
    const accepting = (place: { stream: string; revision: number }, previousHash: string): RecordedEvent => {
      const [stream, revision] = ['damage-accepted', 0];
      const at = { stream, revision, previousHash, eventId: 'a', now: AT };
      const { stored } = encode({ type: 'DamageAccepted', data: place }, metadata, at, {});
      return { ...stored, stream, revision, position: 60 };
    };
    const damaged = tampered(4, () => ({ type: 'MailRequested' }));
    const altered = { stream: 'order-2', revision: 1 };
    expect(await problems([...damaged, accepting(altered, GENESIS)])).toEqual([]);
    const doesNotFit = 'the hash does not fit the event';
    expect(await problems([...damaged, accepting(altered, 'forged')])).toEqual([
      [50, doesNotFit],
      [60, doesNotFit],
    ]);
    const itself = { stream: 'damage-accepted', revision: 0 };
    expect(await problems([...aLog(), accepting(itself, 'forged')])).toEqual([[60, doesNotFit]]);
  });

  describe('given a seal', () => {
    const { events, seals } = new SealedLog()
      .add('order-1', 'OrderPlaced', { size: 'm' })
      .add('order-2', 'OrderPlaced')
      .add('order-1', 'OrderClosed')
      .sealed()
      .add('order-2', 'OrderClosed');
    const last = async () => seals.at(-1) ?? null;
    const rewritten = chainedAnew(events.map((event, at) => (at === 0 ? { ...event, data: { size: 'l' } } : event)));

    async function run(log: readonly RecordedEvent[], sealed: () => ReturnType<typeof last> = last, isOurs = true) {
      const whole = {
        head: async () => log.length,
        readAll: () =>
          (async function* () {
            yield* log;
          })(),
        readStream: (name: string) =>
          (async function* () {
            yield* log.filter(({ stream }) => stream === name);
          })(),
      };
      const progress = {
        runId: 'r',
        range: { from: null, to: null },
        signal: AbortSignal.abort(),
        step: async () => undefined,
      };
      const { findings } = await new VerifyLog(
        whole as never,
        {},
        { last: sealed },
        { didSign: async () => isOurs },
      ).run(progress);
      return findings.first.map(({ id, detail }) => `${id}: ${detail}`);
    }

    it('finds nothing where the log begins as it was sealed, whatever came since', async () => {
      expect(await run(events)).toEqual([]);
    });

    it('finds a stream that was written and chained anew, and a log that ends before the seal', async () => {
      const changed = 'log-changed: The log no longer begins with the 3 events of seal 1.';
      expect(await run(rewritten)).toEqual([changed]);
      expect(await run(events.slice(0, 2))).toEqual([changed]);
    });

    it('finds a seal of a key that is not ours, which whoever writes all anew can make', async () => {
      const forged = 'log-changed: Seal 1 is not signed with a key of this installation.';
      expect(await run(events, last, false)).toEqual([forged]);
    });

    it('goes on where the seals themselves are damaged', async () => {
      const damaged = async () => {
        throw new StreamDamaged({ stream: 'log-seals', revision: 0, reason: 'no-envelope' });
      };
      expect(await run(events, damaged)).toEqual([]);
    });
  });

  describe('given a fingerprint noted earlier', () => {
    const noted = async (count: number) => (await verifyLog(aLog().slice(0, count), {})).fingerprint;
    const verdicts = async (log: RecordedEvent[], count: number) => {
      const { broken, isNotedThere } = await verifyLog(log, {}, { noted: await noted(count) });
      return [broken.length, isNotedThere];
    };

    it('finds it there still, however much has come since', async () => {
      for (const count of [0, 3, 5]) expect(await verdicts(aLog(), count)).toEqual([0, true]);
    });

    it('finds a whole stream gone, or the end of the log, which no chain shows', async () => {
      expect(await verdicts(aLog().slice(0, 4), 5)).toEqual([0, false]);
      expect(await verdicts([], 5)).toEqual([0, false]);
      const withoutOrder2 = aLog().filter(({ stream }) => stream !== 'order-2');
      expect(await verdicts(withoutOrder2, 3)).toEqual([0, false]);
    });
  });
});
