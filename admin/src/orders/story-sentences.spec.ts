/** @jest-environment node */
import { readFileSync } from 'node:fs';
import type { StoryEventName } from '@supreme-access/contract/event-names.js';
import { actorOf, sentenceOf } from './story-sentences.js';

const ORDER = { productTitle: 'Box Hoodie', currency: 'usd' };
const say = (type: StoryEventName, data: Record<string, unknown> = {}) => sentenceOf({ type, data }, ORDER).text;
const samples = ['order', 'product'].flatMap((category): { type: StoryEventName; data: Record<string, unknown> }[] =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../../../test/samples/events/${category}.json`, 'utf8')),
);

describe('an event of an order, as a sentence', () => {
  it('names what was bought, and its reference', () => {
    const evidence = { kind: 'retailer', reference: 'SBX-000001', sha256: 'proof' };
    const data = { attempt: 1, size: 'm', style: 'Ink', evidence, late: false };
    const bought = 'The retailer confirmed the purchase: Box Hoodie, M, Ink, reference SBX-000001.';
    expect(say('CheckoutSucceeded', data)).toBe(bought);
    expect(say('CheckoutSucceeded', { ...data, late: true })).toBe(
      `${bought} The order had already ended, so nothing is charged.`,
    );
    expect(say('CheckoutSucceeded', { ...data, evidence: { ...evidence, kind: 'card-charge' } })).toMatch(
      /^A charge on the card's statement proves the purchase: /,
    );
  });

  it.each<[StoryEventName, Record<string, unknown>, string]>([
    [
      'SlotReserved',
      { slotNumber: 7, size: 'os', style: 'Fog', price: 3_500 },
      'Slot 7 was reserved: Box Hoodie, OS, Fog, $35.00.',
    ],
    [
      'OrderPlaced',
      { slotNumber: null, size: 'm', style: 'Ink', price: 0 },
      'A test order was placed: Box Hoodie, M, Ink, $0.00.',
    ],
    [
      'CheckoutRefused',
      { attempt: 2, reason: 'sold-out', retryAt: null },
      'The retailer refused attempt 2: sold-out. No more attempts.',
    ],
    ['FeeCharged', { amount: 2_125, late: false }, 'The fee was charged: $21.25.'],
    ['RefundRequested', { amount: 500, reason: 'a scratch' }, 'A refund of $5.00 was requested: a scratch.'],
    [
      'PriceOverridden',
      { from: 2_500, to: 2_000, reason: 'a friend' },
      'The price was set to $20.00, from $25.00: a friend.',
    ],
    ['OrderClosed', { reason: 'fee-lapsed' }, 'The order was closed: the fee was not paid in time.'],
    ['MailSent', { kind: 'slot-confirmed' }, 'The email "Slot confirmed" was sent.'],
    ['MailBounced', { kind: 'refund', reason: 'mailbox-full' }, 'The email "Refund" bounced: The mailbox is full.'],
    [
      'AcoDataAccessed',
      { reason: 'Asked by the holder!' },
      'The full auto-checkout data was downloaded: Asked by the holder!',
    ],
    ['PersonalDataErased', {}, "The customer's personal data was erased."],
  ])('%s shows its facts and its reason: %j', (type, data, sentence) => {
    expect(say(type, data)).toBe(sentence);
  });

  it("shows the next attempt in the viewer's zone", () => {
    const at = Date.UTC(2026, 10, 20, 12, 0, 4);
    expect(say('CheckoutOutcomeUnknown', { attempt: 1, reason: 'connection', retryAt: at })).toMatch(
      /^The outcome of attempt 1 is unknown: connection\. Next check at 20 Nov 2026, \d\d:00:04\.$/,
    );
  });

  it('is complete for every event of the log', () => {
    const shown = samples.filter(({ type }) =>
      /^(Order|Checkout|Fee|Refund|Mail|Slot(Res|Rel)|ReleaseSt|Price|Aco|Disp)/.test(type),
    );
    expect(shown.length).toBeGreaterThan(30);
    for (const { type, data } of shown) {
      expect(say(type, data)).toMatch(/^[A-Z0-9$].*[^\s,:][.!?]$/);
      expect(say(type, data)).not.toMatch(/undefined|null|NaN|\[object|: ?[.,]| {2}/);
    }
  });
});

describe('who caused an event', () => {
  it('is a worker by its name, or a person by the first part of an id with a link', () => {
    const uuid = '6a2109a8-f754-40bc-ad69-0998ddd33550';
    expect(actorOf('worker charge-fee')).toEqual({ name: 'job charge-fee', accountId: null });
    expect(actorOf('guest guest')).toEqual({ name: 'a guest', accountId: null });
    expect(actorOf(`admin ${uuid}`)).toEqual({ name: 'admin 6a2109a8', accountId: uuid });
  });
});
