import { metadata as someMetadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import type { Slot } from '../catalogue/products/slots.js';
import { Refused } from '../event-sourcing/decider.js';
import { Limits } from '../http/limits/limits.js';
import { memoryLimits } from '../http/limits/memory-limits.js';
import { MailBudget } from '../mail/mail-budget.js';
import type { GuestRecords } from '../orders/guest-records.js';
import type { AcoPayloads } from './aco-payloads.js';
import { GuestCheckout } from './guest-checkout.js';
import type { Reservations } from './reservations.js';

const SLOT = { orderId: 'order-1' } as Slot;
const metadata = { ...someMetadata, client: '192.0.2.1' };
const context = { metadata, keyed: true, session: null };
const input = {
  acoDataPayload: 'a JWE',
  productId: 'box-hoodie',
  email: 'gia@example.org',
  name: 'Gia Hale',
  stripeToken: 'tok_visa',
  promoCode: null,
};
const refused = (code: string, kind: 'conflict' | 'invalid' | 'unavailable') => new Refused(code, kind, code);
const SOLD_OUT = refused('sold-out', 'conflict');

describe('what a guest leaves behind', () => {
  let budget: MailBudget;
  /** what became of each step that may fail: nothing, or what it throws */
  let trouble: { foresee?: Error; saveCard?: Error; reserve?: Error; erase?: Error };
  /** another try of the same request has the slot */
  let hasSlot: boolean;
  let earlier: Slot | undefined;
  let erased: object[];
  let guests: GuestCheckout;
  beforeEach(() => {
    [trouble, hasSlot, earlier, erased] = [{}, false, undefined, []];
    budget = new MailBudget(new Limits(memoryLimits, 'a secret of the vault'));
    const may = async (step: keyof typeof trouble) => {
      const error = trouble[step];
      if (error) throw error;
    };
    const payloads = { ofGuest: async () => ({ aco: {}, size: 'm', style: 'Ink' }) };
    const records = {
      recognise: () => ({ personKey: 'key', cardFingerprint: 'card' }),
      saveProfile: async () => ({ codeRecord: 'code-1' }),
      saveCard: async () => {
        await may('saveCard');
        return { customerId: 'cus_1', paymentMethodId: 'pm_1' };
      },
      erase: async (traces: object) => {
        erased.push(traces);
        await may('erase');
      },
    };
    const reservations = {
      once: async (_: string, __: object, does: () => Promise<Slot>) => earlier ?? does(),
      command: () => ({}),
      foresee: () => may('foresee'),
      reserve: async () => {
        await may('reserve');
        return SLOT;
      },
      giveUp: async () => !hasSlot,
      isCodeless: async () => false,
    };
    guests = new GuestCheckout(
      payloads as unknown as AcoPayloads,
      records as unknown as GuestRecords,
      reservations as unknown as Reservations,
      budget,
    );
  });

  const checkOut = () => guests.reserve(input, context);
  /** Mails that may still be caused to this guest from here. */
  async function mailsLeft(): Promise<number> {
    let left = 0;
    while (await budget.allows(input.email, [metadata.client])) left += 1;
    return left;
  }
  const traces = (customerId: string) => ({ orderId: expect.any(String), customerId, codeRecord: 'code-1' });

  it('with a slot is all that was kept, and the mails of an order', async () => {
    expect(await checkOut()).toBe(SLOT);
    expect(erased).toEqual([]);
    expect(await mailsLeft()).toBe(8);
  });

  it.each<[string, keyof typeof trouble, Error, object[]]>([
    ['what would be refused anyway', 'foresee', SOLD_OUT, []],
    ['a card that is not taken', 'saveCard', refused('card-invalid', 'invalid'), [traces('')]],
    ['a slot that somebody else was faster to', 'reserve', SOLD_OUT, [traces('cus_1')]],
  ])('for %s is nothing, and may try again as often as before', async (_, step, refusal, forgotten) => {
    trouble = { [step]: refusal };
    for (let n = 0; n < 20; n += 1) await expect(checkOut()).rejects.toBe(refusal);
    expect(erased.slice(0, 1)).toEqual(forgotten);
    expect(await mailsLeft()).toBe(10);
  });

  it('for a card that nobody can say anything of is kept for the next try, and no mail is counted', async () => {
    trouble = { saveCard: refused('card-unknown', 'unavailable') };
    await expect(checkOut()).rejects.toBe(trouble.saveCard);
    expect(erased).toEqual([]);
    expect(await mailsLeft()).toBe(10);
  });

  it.each([
    ['is not known', refused('outcome-unknown', 'unavailable')],
    ['was not answered', new Error('the connection broke')],
  ])('for a slot of which the outcome %s is kept, with its mails: it may have come', async (_, error) => {
    trouble = { reserve: error };
    await expect(checkOut()).rejects.toBe(error);
    expect(erased).toEqual([]);
    expect(await mailsLeft()).toBe(8);
  });

  it('is kept for the slot of another try of the same request, whatever this one was refused for', async () => {
    [trouble, hasSlot] = [{ reserve: SOLD_OUT }, true];
    await expect(checkOut()).rejects.toBe(SOLD_OUT);
    expect(erased).toEqual([]);
  });

  it('is told the refusal also where Stripe cannot be asked to forget them', async () => {
    trouble = { reserve: SOLD_OUT, erase: refused('erasure-unfinished', 'unavailable') };
    await expect(checkOut()).rejects.toBe(SOLD_OUT);
    trouble = { reserve: SOLD_OUT, erase: new TypeError('a bug') };
    await expect(checkOut()).rejects.toBe(trouble.erase);
  });

  it('for a slot of one product stays spent, whatever a slot of another is refused for under the same key', async () => {
    expect(await checkOut()).toBe(SLOT);
    trouble = { reserve: SOLD_OUT };
    const other = { ...context, metadata: { ...metadata, requestHash: 'of another body' } };
    await expect(guests.reserve({ ...input, productId: 'cap' }, other)).rejects.toBe(SOLD_OUT);
    expect(await mailsLeft()).toBe(8);
  });

  it('is nothing more when the same request comes again', async () => {
    earlier = SLOT;
    trouble = { foresee: SOLD_OUT };
    expect(await checkOut()).toBe(SLOT);
    expect(await mailsLeft()).toBe(10);
  });
});
