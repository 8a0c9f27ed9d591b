import { AT, decisions, HOUR, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import fc from 'fast-check';
import {
  CreatePromo,
  EditPromo,
  EndPromo,
  isOpen,
  type PromoCommand,
  type PromoEvent,
  type PromoFacts,
  promo,
  promoId,
  RedeemPromo,
  ReturnRedemption,
} from './promo.js';

const CODE = 'FRIENDS10';
const facts: PromoFacts = { percent: 10, startsAt: null, endsAt: null, limit: null, limitPerAccount: null };
const { given, answer } = decisions(promo);

const create = (changes: Partial<PromoFacts> = {}) => new CreatePromo(CODE, { ...facts, ...changes }, metadata);
const edit = (changes: Partial<PromoFacts>) => new EditPromo(CODE, changes, metadata);
const end = new EndPromo(CODE, {}, metadata);
const redeem = (n = 1, accountId: string | null = `account-${n}`) =>
  new RedeemPromo(CODE, { orderId: `order-${n}`, productId: 'box-hoodie', accountId, person: `person-${n}` }, metadata);
const giveBack = (n = 1) => new ReturnRedemption(CODE, { orderId: `order-${n}` }, metadata);

const created = (changes: Partial<PromoFacts> = {}): Extract<PromoEvent, { type: 'PromoCreated' }> => ({
  type: 'PromoCreated',
  data: { promoCode: CODE, ...facts, ...changes },
});
const redeemed = (n = 1, accountId: string | null = `account-${n}`): PromoEvent => ({
  type: 'PromoRedeemed',
  data: { orderId: `order-${n}`, productId: 'box-hoodie', accountId, person: `person-${n}`, percent: 10 },
});
const givenBack = (n = 1): PromoEvent => ({ type: 'PromoRedemptionReleased', data: { orderId: `order-${n}` } });
const ended: PromoEvent = { type: 'PromoEnded', data: {} };

describe('creating a promo code', () => {
  it('makes it', () => given().when(create()).makes(created()));
  it('that exists is refused', () => given(created()).when(create()).refused('promo-exists', 'conflict'));
  it('that ends before it starts is refused', () =>
    given()
      .when(create({ startsAt: AT, endsAt: AT }))
      .refused('promo-times', 'invalid'));
});

describe('a limit per account', () => {
  const guest = { orderId: 'order-9', productId: 'box-hoodie', accountId: null, person: 'ada' };
  const redeemedBy = (data: object): PromoEvent => ({
    type: 'PromoRedeemed',
    data: { ...guest, percent: 10, ...data },
  });
  const redemption = ({ person = 'ada', ...data }: { person?: string } = {}) =>
    new RedeemPromo(
      CODE,
      {
        productId: 'box-hoodie',
        accountId: null,
        orderId: 'order-10',
        person,
        ...data,
      },
      metadata,
    );
  const once = created({ limitPerAccount: 1 });

  it('counts who has no account by person', () =>
    given(once, redeemedBy({})).when(redemption({})).refused('promo-invalid', 'invalid'));
  it('counts one person once, with an account and without', () =>
    given(once, redeemedBy({ accountId: 'account-1' }))
      .when(redemption({}))
      .refused('promo-invalid', 'invalid'));
  it("is another person's own", () =>
    given(once, redeemedBy({}))
      .when(redemption({ person: 'bea' }))
      .makes(redeemedBy({ orderId: 'order-10', person: 'bea' })));
  it('is given back with the redemption', () =>
    given(once, redeemedBy({}), givenBack(9))
      .when(redemption({}))
      .makes(redeemedBy({ orderId: 'order-10' })));
});

describe('editing a promo code', () => {
  it('records what is asked', () =>
    given(created())
      .when(edit({ limit: 5 }))
      .makes({ type: 'PromoEdited', data: { changes: { limit: 5 } } }));
  it('twice changes it once', () =>
    given(created())
      .when(edit({ limit: 5 }))
      .onlyOnce());
  it('that is unknown is refused', () => given().when(edit({})).refused('not-found', 'not-found'));
  it('so that it ends before it starts is refused', () =>
    given(created({ startsAt: AT }))
      .when(edit({ endsAt: AT - 1 }))
      .refused('promo-times', 'invalid'));
});

describe('ending a promo code', () => {
  it('records it', () => given(created()).when(end).makes(ended));
  it('twice records it once', () => given(created()).when(end).onlyOnce());
  it('that is unknown is refused', () => given().when(end).refused('not-found', 'not-found'));
});

describe('redeeming a promo code', () => {
  it('keeps the percentage it had then', () => given(created()).when(redeem()).makes(redeemed()));
  it('for one order twice uses it once', () => given(created()).when(redeem()).onlyOnce());
  it('still answers an order that had it, after it ended', () =>
    given(created(), redeemed(), ended).when(redeem()).nothing());
  it.each([
    ['is unknown', []],
    ['has ended', [created(), ended]],
    ['has not begun', [created({ startsAt: AT + 1 })]],
    ['is over', [created({ endsAt: AT })]],
    ['is used up', [created({ limit: 1 }), redeemed(2)]],
    ['the account has used up', [created({ limitPerAccount: 1 }), redeemed(2, 'account-1')]],
  ])('that %s is refused', (_, before) =>
    given(...before)
      .when(redeem())
      .refused('promo-invalid', 'invalid'),
  );
  it('counts a guest against the whole limit only', () =>
    given(created({ limitPerAccount: 1 }), redeemed(2, null))
      .when(redeem(1, null))
      .makes(redeemed(1, null)));
});

describe('a code whose percentage was edited', () => {
  const edited: PromoEvent = { type: 'PromoEdited', data: { changes: { percent: 25 } } };

  it('leaves what was redeemed before as it was', () =>
    given(created(), redeemed(), edited)
      .when(redeem(2))
      .makes({
        type: 'PromoRedeemed',
        data: { orderId: 'order-2', productId: 'box-hoodie', accountId: 'account-2', person: 'person-2', percent: 25 },
      }));
});

describe('giving a redemption back', () => {
  it('records it', () => given(created(), redeemed()).when(giveBack()).makes(givenBack()));
  it('twice records it once', () => given(created(), redeemed()).when(giveBack()).onlyOnce());
  it('that nobody made does nothing', () => given(created()).when(giveBack()).nothing());
  it('of an unknown code is refused', () => given().when(giveBack()).refused('not-found', 'not-found'));
  it('frees both limits', () =>
    given(created({ limit: 1, limitPerAccount: 1 }), redeemed(2, 'account-1'), givenBack(2))
      .when(redeem())
      .makes(redeemed()));
  it('is possible after the code has ended', () =>
    given(created(), redeemed(), ended).when(giveBack()).makes(givenBack()));
});

describe('a promo code', () => {
  it('is open from its first to before its last millisecond', () => {
    const times = { ...facts, startsAt: AT, endsAt: AT + HOUR };
    expect([AT - 1, AT, AT + HOUR - 1, AT + HOUR].map((now) => isOpen(times, now))).toEqual([false, true, true, false]);
  });
  it.each([
    ['capitals', ' friends10 ', CODE],
    ['letters of one width', 'ｆｒｉｅｎｄｓ１０', CODE],
    ['what can be seen', 'FRI\u200bENDS\u00ad10', CODE],
    ['a plain hyphen for an en dash', 'friends–10', 'FRIENDS-10'],
    ['a plain hyphen for one that does not break', 'friends\u201110', 'FRIENDS-10'],
    ['a plain hyphen for a minus', 'friends−10', 'FRIENDS-10'],
    ['a plain hyphen for a wide one', 'ＦＲＩＥＮＤＳ－＿１０', 'FRIENDS-_10'],
    ['a plain hyphen for that of a Japanese keyboard', 'friendsー10', 'FRIENDS-10'],
  ])('is written in %s', (_, typed, kept) => expect(promoId(typed)).toBe(kept));
});

describe('whatever is asked of a promo code, in whatever sequence,', () => {
  const order = fc.integer({ min: 1, max: 12 });
  const commands: fc.Arbitrary<PromoCommand> = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(order, order).map(([n, account]) => redeem(n, `account-${account % 3}`)) },
    { weight: 3, arbitrary: order.map(giveBack) },
  );

  it('neither of its limits is exceeded', () => {
    const limits = fc.record({ limit: order, limitPerAccount: order });
    fc.assert(
      fc.property(limits, fc.array(commands, { maxLength: 60 }), ({ limit, limitPerAccount }, sequence) => {
        let state = promo.evolve(promo.initial, created({ limit, limitPerAccount }));
        for (const command of sequence) {
          state = answer(command, state).reduce(promo.evolve, state);
          expect(state.redeemed.size).toBeLessThanOrEqual(limit);
          for (const [holder, used] of state.perAccount) {
            expect(used).toBeLessThanOrEqual(limitPerAccount);
            const isTheirs = ({ accountId, person }: { accountId: string | null; person: string }) =>
              holder === accountId || holder === `person:${person}`;
            expect(used).toBe(state.redeemed.count(isTheirs));
          }
        }
      }),
    );
  });
});
