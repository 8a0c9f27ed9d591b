import { Limits } from '../http/limits/limits.js';
import { memoryLimits } from '../http/limits/memory-limits.js';
import { CardAttempts } from './card-attempts.js';
import { CardSaves } from './card-saves.js';
import type { SaveCard } from './payment-requests.js';
import type { SavedCardResult } from './payment-results.js';
import type { StripeGateway } from './stripe-gateway.js';

const TOO_MANY = { code: 'too-many', kind: 'too-many' };
const DECLINED: SavedCardResult = { ok: false, code: 'card_declined', text: 'Your card was declined.' };
const AWAY: SavedCardResult = { ok: false, code: 'unknown', text: 'Please try again.' };
const SAVED: SavedCardResult = {
  ok: true,
  customerId: 'cus_1',
  paymentMethodId: 'pm_1',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2040,
  fingerprint: 'a fingerprint',
};

describe('saved cards', () => {
  let answer: () => SavedCardResult;
  let cards: CardSaves;
  let people: number;
  beforeEach(() => {
    [answer, people] = [() => SAVED, 0];
    const limits = new Limits(memoryLimits, 'a secret of the vault');
    const stripe: Pick<StripeGateway, 'saveCard'> = { saveCard: async () => answer() };
    cards = new CardSaves(stripe as StripeGateway, new CardAttempts(limits, () => 1_800_000_000_000), limits);
  });

  const save = (client: string, ref: SaveCard['ref'] = { accountId: `account-${++people}` }) => {
    const who = { customerId: null, email: 'ada@example.test', name: 'Ada Lovelace' };
    return cards.save({ ...who, token: 'tok_1', ref, mandateVersion: '1', idempotencyKey: `key-${people}` }, client);
  };
  async function saves(times: number, result: SavedCardResult, at = 'bot') {
    answer = () => result;
    for (let n = 0; n < times; n += 1) await save(`${at}-${n}`);
    answer = () => SAVED;
  }

  it('count as tested once more than half of at least fifty are declined: new networks wait', async () => {
    await saves(49, DECLINED);
    expect(await save('somebody')).toEqual(SAVED);
    await saves(1, DECLINED, 'last');
    await expect(save('somebody-new')).rejects.toMatchObject({ ...TOO_MANY, retryAfter: 60 });
    expect(await save('somebody')).toEqual(SAVED);
  });

  it('do not count as tested while their outcome is unknown, however long Stripe is unreachable', async () => {
    await saves(300, AWAY);
    expect(await save('somebody-new')).toEqual(SAVED);
  });

  it('with an unknown outcome neither hide the declined ones, nor add to them', async () => {
    await saves(49, DECLINED);
    await saves(100, AWAY, 'unlucky');
    expect(await save('somebody-new')).toEqual(SAVED);
    await saves(1, DECLINED, 'last');
    await expect(save('another-one')).rejects.toMatchObject(TOO_MANY);
  });

  it('make no network trusted while their outcome is unknown, nor when they are declined', async () => {
    answer = () => AWAY;
    await save('unlucky');
    answer = () => DECLINED;
    await save('declined');
    await saves(49, DECLINED);
    for (const client of ['unlucky', 'declined']) await expect(save(client)).rejects.toMatchObject(TOO_MANY);
  });

  it('that are as often good as declined do not count as tested', async () => {
    await saves(50, SAVED, 'good');
    await saves(50, DECLINED);
    expect(await save('somebody-new')).toEqual(SAVED);
    await saves(2, DECLINED, 'last');
    await expect(save('another-one')).rejects.toMatchObject(TOO_MANY);
  });

  it('are limited to twenty in ten minutes per account, and per order of a guest', async () => {
    for (const ref of [{ accountId: 'ada' }, { orderId: 'order-1' }]) {
      answer = () => AWAY;
      for (let n = 0; n < 20; n += 1) expect(await save('home', ref)).toEqual(AWAY);
      answer = () => SAVED;
      await expect(save('elsewhere', ref)).rejects.toMatchObject(TOO_MANY);
    }
    expect(await save('home')).toEqual(SAVED);
  });

  it('are limited to sixty of all guests in a network, without those of account holders', async () => {
    for (let n = 0; n < 60; n += 1) await save('shared', { orderId: `order-${n}` });
    await expect(save('shared', { orderId: 'order-60' })).rejects.toMatchObject(TOO_MANY);
    expect(await save('shared')).toEqual(SAVED);
    expect(await save('elsewhere', { orderId: 'order-61' })).toEqual(SAVED);
  });
});
