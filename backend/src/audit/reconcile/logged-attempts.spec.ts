import { PutBackLog } from '@supreme-access/test/fixtures/put-back-log.js';
import { writerOf } from '@supreme-access/test/fixtures/written-log.js';
import { AddressRefused } from '../../http/outgoing/checked-address.js';
import { RetryableError } from '../../jobs/retries.js';
import type { Reads } from '../../projections/reads.js';
import type { Retailer } from '../../retailers/retailer.js';
import { Retailers } from '../../retailers/retailers.js';
import { LoggedAttempts } from './logged-attempts.js';

const STREAM = 'order-a';
const signal = new AbortController().signal;

describe('attempts as the log has them', () => {
  let write: ReturnType<typeof writerOf>;
  let attempts: LoggedAttempts;
  let calls: unknown[];
  beforeEach(() => {
    const log = new PutBackLog();
    write = writerOf(log);
    calls = [];
    const at = (name: string, means: Retailer['means']) =>
      ({
        means,
        lookUp: async (attempt: object) => {
          calls.push([name, attempt]);
          return { kind: 'never-seen' };
        },
      }) as unknown as Retailer;
    const others = async (id: string) => {
      if (id === 'new') throw new RetryableError('retailer-not-discovered');
      if (id === 'moved') throw new RetryableError('retailer-moved');
      if (id === 'private') throw new AddressRefused('not-public');
      return at(id, 'token');
    };
    const reads = { find: async () => [{ id: 'standard' }, { id: 'shop' }] } as unknown as Reads;
    attempts = new LoggedAttempts(new Retailers(at('standard', 'card'), others), reads, log);
  });
  const started = (n: number, retailerId?: string, means?: 'token') =>
    write.ours(STREAM, 'CheckoutStarted', {
      reference: `a:${n}`,
      ...(retailerId && { retailerId }),
      ...(means && { means }),
    });

  it('are looked up each at its own retailer, in the session that the log names', async () => {
    await started(1);
    await started(2, 'shop');
    await write.ours(STREAM, 'CheckoutPrepared', { reference: 'a:2', session: 's-2' });
    for (const attempt of await attempts.of('a')) await attempts.lookUp(attempt, signal);
    expect(calls).toEqual([
      ['standard', { reference: 'a:1' }],
      ['shop', { reference: 'a:2', session: 's-2' }],
    ]);
    expect(await attempts.named('a', 'a:2')).toEqual({ reference: 'a:2', retailerId: 'shop', session: 's-2' });
  });

  it('that no session was prepared for bought nothing with a token, and nobody is asked', async () => {
    await started(1, 'shop');
    expect(await attempts.lookUp(await attempts.named('a', 'a:1'), signal)).toEqual({ kind: 'never-seen' });
    expect(calls).toEqual([]);
  });

  it('at a shop that moved since are unknown, unless no session was prepared there', async () => {
    for (const n of [1, 2]) await started(n, 'moved', 'token');
    await write.ours(STREAM, 'CheckoutPrepared', { reference: 'a:2', session: 's-2' });
    const [first, second] = await attempts.of('a');
    if (!first || !second) throw new Error('no attempts');
    expect(await attempts.lookUp(first, signal)).toEqual({ kind: 'never-seen' });
    expect(await attempts.lookUp(second, signal)).toEqual({ kind: 'unknown', cause: 'unauthorized' });
  });

  it('with a card at a retailer that cannot be called any more are unknown, and it lists nothing', async () => {
    await started(1, 'private');
    expect(await attempts.retailer('private')).toBeNull();
    const answer = await attempts.lookUp(await attempts.named('a', 'a:1'), signal);
    expect(answer).toEqual({ kind: 'unknown', cause: 'unauthorized' });
  });

  it('that the log lacks were made at the standard retailer', async () => {
    expect(await attempts.of('a')).toEqual([{ reference: 'a:1', retailerId: null }]);
    expect(await attempts.named('a', 'a:8')).toEqual({ reference: 'a:8', retailerId: null });
  });

  it('may lie at each retailer once, but for one that nobody could speak to yet', async () => {
    expect((await attempts.everyRetailer()).map(({ id }) => id)).toEqual([null, 'shop']);
    expect(await attempts.retailer('new')).toBeNull();
  });
});
