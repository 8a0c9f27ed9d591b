import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { StorageFull, StoreUnavailable } from '../telemetry/store-unavailable.js';
import { WrongExpectedRevision } from './event-log/event-log.js';
import { type Damage, StreamDamaged } from './event-log/stream-integrity.js';
import { PortCut, ThreadPort } from './thread-port.js';
import { StaleVault } from './vault/referenced-secret.js';

const DAMAGE: Damage = { stream: 'audit-runs', revision: 2, reason: 'hash' };

class Odd extends Error {
  constructor(
    readonly code: string,
    readonly secret?: unknown,
  ) {
    super(`odd: ${code}`);
  }
}

describe('a port between two threads', () => {
  let here: ThreadPort;
  let there: ThreadPort;
  beforeEach(() => {
    const { port1, port2 } = new MessageChannel();
    here = new ThreadPort(port1, [Odd]);
    there = new ThreadPort(port2, [Odd]);
  });
  afterEach(() => {
    here.close();
    there.close();
  });

  it('calls in both directions, and notifies in order', async () => {
    const received: number[] = [];
    there.serve('sum', (a: number, b: number) => a + b);
    there.serve('note', (n: number) => received.push(n));
    here.serve('twice', async (text: string) => text.repeat(2));
    for (const n of [1, 2, 3]) here.tell('note', n);
    expect(await Promise.all([here.call('sum', 1, 2), there.call('twice', 'a')])).toEqual([3, 'aa']);
    expect(received).toEqual([1, 2, 3]);
  });

  it.each([
    [new WrongExpectedRevision('order-1', 3, 5), WrongExpectedRevision, { stream: 'order-1', expected: 3, actual: 5 }],
    [new StorageFull('no room'), StorageFull, { message: 'no room' }],
    [new StorageFull('no room'), StoreUnavailable, { statusCode: 503 }],
    [new StreamDamaged(DAMAGE), StreamDamaged, { damage: DAMAGE }],
    [new StaleVault('card 1'), StaleVault, { statusCode: 503, what: 'card 1' }],
    [new RangeError('too long'), RangeError, { message: 'too long' }],
    [new Odd('strange'), Odd, { code: 'strange', message: 'odd: strange' }],
  ])('throws here what was thrown there: %s', async (thrown, type, fields) => {
    there.serve('fail', () => {
      throw thrown;
    });
    const caught = await here.call('fail').catch((error: unknown) => error);
    expect(caught).toBeInstanceOf(type);
    expect(caught).toMatchObject(fields);
  });

  it('carries no more than the message of an error that it does not know', async () => {
    there.serve('fail', () => {
      throw Object.assign(new TypeError('not a function'), { body: { card: '4242' }, cause: new Error('before') });
    });
    const caught = await here.call('fail').catch((error: unknown) => error);
    expect(caught).toMatchObject({ message: 'not a function' });
    expect([Object.keys(Object(caught)), Object(caught).cause]).toEqual([[], undefined]);
  });

  it('refuses what nobody serves', async () => {
    await expect(here.call('nothing')).rejects.toThrow('does not serve nothing');
  });

  it('rejects what is unanswered, and every later call, when the other thread has gone', async () => {
    there.serve('never', () => new Promise(() => undefined));
    const pending = here.call('never');
    await nextTurn();
    there.close();
    await expect(pending).rejects.toThrow(PortCut);
    await expect(here.call('never')).rejects.toThrow(StoreUnavailable);
    here.tell('never');
  });

  it('delivers what was sent before it was closed', async () => {
    const received = new Promise((resolve) => there.serve('note', resolve));
    here.tell('note', 'last');
    here.close();
    expect(await received).toBe('last');
  });
});
