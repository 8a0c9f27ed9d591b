import { ask, Bench, paidToSeller, refusal, SELLER } from '@supreme-access/test/fixtures/emulator.js';
import { gatewayTo, saved } from '@supreme-access/test/fixtures/gateway.js';
import type { StripeEmulator } from '../emulators/stripe/stripe-emulator.js';
import { boundedClient } from './bounded-client.js';
import type { IssueToken, PaymentTokens } from './payment-tokens.js';

const bench = new Bench();
const START = Date.parse('2030-01-01T00:00:00Z');
const HOUR = 3_600_000;
let now: number;
let emulator: StripeEmulator;
let tokens: PaymentTokens;
beforeEach(async () => {
  now = START;
  emulator = await bench.start({ now: () => now });
  tokens = gatewayTo(emulator).paymentTokens;
});
afterEach(() => bench.close());

const VISA = '4242424242424242';
const DECLINED = '4000000000000002';
const AUTHENTICATES = '4000002500003155';
const UNKNOWN = { kind: 'unknown', cause: expect.any(String) };
const fault = (kind: string, path: string) =>
  ask(emulator.url, 'POST', '/emulator/faults', { kind, path, times: kind === 'lose-answer' ? 2 : 1 });
const ledger = async () =>
  (await ask<{ tokens: { reference: string; status: string }[] }>(emulator.url, 'GET', '/emulator/ledger')).tokens;

async function wanted(number = VISA, change: Partial<IssueToken> = {}): Promise<IssueToken> {
  const { paymentMethodId } = await saved(gatewayTo(emulator), number);
  const total = { amount: 16_800, currency: 'usd' };
  return { reference: 'o-1:1', paymentMethodId, seller: SELLER, total, expiresAt: now + HOUR, ...change };
}
async function issued(number = VISA): Promise<string> {
  const answer = await tokens.issue(await wanted(number));
  if (answer.kind !== 'issued') throw new Error(answer.kind);
  return answer.token;
}
const take = (token: string, key?: string) => paidToSeller(emulator.url, { token, amount: 16_800, key });
const open = { kind: 'token', state: 'open', captured: 0 };

describe('a payment token', () => {
  it('names its reference, and a repeat gets the same one', async () => {
    const request = await wanted();
    const first = await tokens.issue(request);
    expect(first).toEqual({ kind: 'issued', token: expect.stringMatching(/^spt_/) });
    expect(await tokens.issue(request)).toEqual(first);
    expect(await ledger()).toMatchObject([
      { reference: 'o-1:1', max_amount: 16_800, currency: 'usd', seller: SELLER, expires_at: (now + HOUR) / 1_000 },
    ]);
  });

  it.each([
    ['isk', 5_000, 500_000, 5_000],
    ['ugx', 70_000, 7_000_000, 70_000],
    ['mga', 1_234_599, 12_345, 1_234_500],
    ['jpy', 5_000, 5_000, 5_000],
    ['kwd', 12_340, 12_340, 12_340],
  ])('of %s %i is capped at what Stripe calls %i', async (currency, amount, atStripe, captured) => {
    const answer = await tokens.issue(await wanted(VISA, { total: { amount, currency } }));
    expect(await ledger()).toMatchObject([{ max_amount: atStripe, currency }]);
    const token = answer.kind === 'issued' ? answer.token : '';
    await paidToSeller(emulator.url, { token, amount: atStripe, currency });
    expect(await tokens.read(token)).toEqual({ kind: 'token', state: 'consumed', captured });
  });

  it.each(['lose-answer', 'error-before'])('%s: the repeat of the same call gets the one token', async (kind) => {
    const request = await wanted();
    await fault(kind, '/issued_tokens');
    expect(await tokens.issue(request)).toEqual(UNKNOWN);
    expect(await tokens.issue(request)).toMatchObject({ kind: 'issued' });
    expect(await ledger()).toHaveLength(1);
  });

  it.each<[string, (request: IssueToken) => Partial<IssueToken>]>([
    ['seller', () => ({ seller: 'profile_test_other' })],
    ['total', () => ({ total: { amount: 16_801, currency: 'usd' } })],
    ['end', ({ expiresAt }) => ({ expiresAt: expiresAt + 1_000 })],
  ])('another %s under the same reference makes no second token and proves nothing', async (_, change) => {
    const request = await wanted();
    await tokens.issue(request);
    const other = await tokens.issue({ ...request, ...change(request) });
    expect(other).toEqual({ kind: 'unknown', cause: 'StripeIdempotencyError' });
    expect(await ledger()).toHaveLength(1);
  });

  it.each([
    ['of a card that was removed', { paymentMethodId: 'pm_gone' }, 'resource_missing', false],
    ['for a seller that Stripe does not know', { seller: 'acct_typed' }, 'resource_missing', true],
    ['that would have ended', { expiresAt: START }, 'refused', true],
  ])('%s is refused', async (_, change, reason, retryable) => {
    expect(await tokens.issue(await wanted(VISA, change))).toEqual({ kind: 'refused', reason, retryable });
    expect(await ledger()).toEqual([]);
  });

  it('that waits for its cardholder is revoked before it is refused', async () => {
    const request = await wanted(AUTHENTICATES);
    await fault('lose-answer', '/revoke');
    expect(await tokens.issue(request)).toEqual(UNKNOWN);
    expect(await tokens.issue(request)).toEqual({
      kind: 'refused',
      reason: 'authentication_required',
      retryable: false,
    });
    expect(await ledger()).toMatchObject([{ status: 'revoked' }]);
  });

  it('of a card that the bank declines stays open, with nothing captured', async () => {
    const token = await issued(DECLINED);
    expect(await refusal(take(token))).toMatchObject({ statusCode: 402 });
    expect(await tokens.read(token)).toEqual(open);
  });

  it('ends by the clock', async () => {
    const token = await issued();
    expect(await tokens.read(token)).toEqual(open);
    now += HOUR;
    const expired = { kind: 'token', state: 'expired', captured: 0 };
    expect(await tokens.read(token)).toEqual(expired);
    expect(await tokens.revoke(token)).toEqual(expired);
  });

  it('that the shop has given back is resolved', async () => {
    const token = await issued();
    await ask(emulator.url, 'POST', `/emulator/issued_tokens/${token}/resolve`);
    expect(await tokens.read(token)).toEqual({ kind: 'token', state: 'resolved', captured: 0 });
  });

  it('that Stripe does not know is gone', async () => {
    expect(await tokens.read('spt_nothing')).toEqual({ kind: 'gone' });
    expect(await tokens.revoke('spt_nothing')).toEqual({ kind: 'gone' });
  });
});

describe('revoking', () => {
  const revoked = { kind: 'token', state: 'revoked', captured: 0 };

  it('before the capture: the shop gets nothing, and a repeat says the same', async () => {
    const token = await issued();
    expect(await tokens.revoke(token)).toEqual(revoked);
    expect(await refusal(take(token))).toMatchObject({ statusCode: 400 });
    expect(await tokens.revoke(token)).toEqual(revoked);
  });

  it('after the capture: what was taken is told', async () => {
    const token = await issued();
    await take(token);
    const consumed = { kind: 'token', state: 'consumed', captured: 16_800 };
    expect(await tokens.revoke(token)).toEqual(consumed);
    expect(await tokens.read(token)).toEqual(consumed);
  });

  it('beside a capture: either of both, never a revoked token with money taken', async () => {
    for (let round = 0; round < 8; round += 1) {
      const answer = await tokens.issue(await wanted(VISA, { reference: `o-${round}:1` }));
      const token = answer.kind === 'issued' ? answer.token : '';
      const captured = take(token).then(
        () => 16_800,
        () => 0,
      );
      const [{ kind, ...rest }, amount] = await Promise.all([tokens.revoke(token), captured]);
      expect({ kind, ...rest }).toEqual({
        kind: 'token',
        state: amount > 0 ? 'consumed' : 'revoked',
        captured: amount,
      });
    }
  });

  it.each(['lose-answer', 'error-before', 'error-after'])('%s: unknown, and a repeat tells', async (kind) => {
    const token = await issued();
    await fault(kind, '/revoke');
    expect(await tokens.revoke(token)).toEqual(UNKNOWN);
    expect(await tokens.read(token)).toEqual(kind === 'error-before' ? open : revoked);
    expect(await tokens.revoke(token)).toEqual(revoked);
  });
});

it('each call names the preview that it is written for', async () => {
  const client = boundedClient();
  const versions = new Set<unknown>();
  const makeRequest: typeof client.makeRequest = (...args) => {
    versions.add(new Headers(args[4] as Record<string, string>).get('stripe-version'));
    return client.makeRequest(...args);
  };
  const watched = gatewayTo(emulator, { httpClient: { getClientName: client.getClientName, makeRequest } });
  const answer = await watched.paymentTokens.issue(await wanted());
  if (answer.kind === 'issued') await watched.paymentTokens.revoke(answer.token);
  expect([...versions]).toEqual(['2026-04-22.preview']);
});

it('everything is unknown while Stripe is away or the key is wrong', async () => {
  const stopped = await bench.start();
  const away = gatewayTo(stopped).paymentTokens;
  await bench.stop(stopped);
  const request = { reference: 'o-1:1', paymentMethodId: 'pm_1', seller: SELLER, expiresAt: now + HOUR };
  for (const lost of [away, gatewayTo(emulator, { secretKey: 'sk_test_wrong' }).paymentTokens]) {
    expect(await lost.issue({ ...request, total: { amount: 1, currency: 'usd' } })).toEqual(UNKNOWN);
    expect(await lost.read('spt_1')).toEqual(UNKNOWN);
    expect(await lost.revoke('spt_1')).toEqual(UNKNOWN);
  }
});
