import fc from 'fast-check';
import { decisions, origin } from '../platform/given.fixture.js';
import { AcceptLoss, type LossEvent, type Lost, loss, SettleLoss } from './loss.js';

const { given, fold, answer } = decisions(loss);
const CARD = 'card:card-1:profile-1';
const CARD_OF_ANOTHER = 'card:card-1:profile-2';
const CODE = 'code:code-1:profile-1';
const lost: Lost = {
  subjects: ['account-ada', 'guest-order-1', 'guest-order-12'],
  records: [{ kind: 'card', record: 'card-1', stream: 'profile-profile-1' }],
};
const more: Lost = {
  subjects: ['invitation-i-1'],
  records: [{ kind: 'code', record: 'code-1', stream: 'profile-profile-1' }],
};
const accept = (page = lost) => new AcceptLoss('loss-1', page, origin);
const settle = (one: string) => new SettleLoss('loss-1', { lost: one }, origin);
const accepted = (page = lost): LossEvent => ({ type: 'LossAccepted', data: page });
const settled = (one: string): LossEvent => ({ type: 'LossSettled', data: { lost: one } });

describe('accepting what was lost with a vault', () => {
  it('names every person and record', () => given().when(accept()).makes(accepted()));
  it('takes as many events as it has pages', () => {
    given(accepted()).when(accept(more)).makes(accepted(more));
    given(accepted(), accepted(more), settled('account-ada')).when(accept()).makes(accepted());
  });
  it('settles none of it by itself', () =>
    expect(fold(accepted(), accepted(more))).toEqual({ accepted: true, settled: [] }));
});

describe('settling what was lost', () => {
  it.each(['account-ada', 'guest-order-1', CARD])('of %s is recorded once', (one) =>
    given(accepted()).when(settle(one)).makesOnce(settled(one)),
  );
  it('of a loss that nobody accepted is refused', () =>
    given().when(settle('account-ada')).refused('not-found', 'not-found'));
  it('of one leaves the others to be settled', () => {
    given(accepted(), settled('account-ada')).when(settle('guest-order-1')).makesOnce(settled('guest-order-1'));
    given(accepted(), settled('account-ada')).when(settle(CARD)).makesOnce(settled(CARD));
  });
  it('tells the card of a profile from its code', () =>
    given(accepted(), accepted(more), settled(CARD)).when(settle(CODE)).makesOnce(settled(CODE)));
  it('tells a card of one profile from the same one of another', () =>
    given(accepted(), settled(CARD)).when(settle(CARD_OF_ANOTHER)).makesOnce(settled(CARD_OF_ANOTHER)));
  it('tells a guest from another one whose order has a longer name', () =>
    given(accepted(), settled('guest-order-1')).when(settle('guest-order-12')).makesOnce(settled('guest-order-12')));
  it('of a loss that was accepted page by page is of any of its pages', () => {
    given(accepted(), accepted(more)).when(settle('account-ada')).makesOnce(settled('account-ada'));
    given(accepted(), accepted(more)).when(settle('invitation-i-1')).makesOnce(settled('invitation-i-1'));
  });
  it('is not undone by what is settled after it', () =>
    given(accepted(), settled('account-ada'), settled(CARD)).when(settle('account-ada')).nothing());
  it('is not undone by a page that is accepted after it', () =>
    given(accepted(), settled('account-ada'), accepted(more)).when(settle('account-ada')).nothing());
});

it('whatever is settled, in whatever sequence, each is recorded once, as it came first', () => {
  const one = fc.constantFrom(...lost.subjects, ...more.subjects, CARD, CODE);
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (asked) => {
      let state = fold(accepted(), accepted(more));
      for (const each of asked) state = answer(settle(each), state).reduce(loss.evolve, state);
      expect(state.settled).toEqual([...new Set(asked)]);
    }),
  );
});
