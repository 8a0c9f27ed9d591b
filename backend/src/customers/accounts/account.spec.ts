import {
  address,
  card,
  erasureRequested as erasureRequestedWith,
  everyCommand,
  madeByOperator,
  register,
  registered,
  subject,
  verificationRequested,
} from '@supreme-access/test/fixtures/account.js';
import { AT, decisions, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import fc from 'fast-check';
import { type AccountEvent, account, ChangeDetails, EraseAccount, RequestErasure, SetBilling } from './account.js';

const { given, fold, answer } = decisions(account);
const erasureRequested = erasureRequestedWith();
const erased: AccountEvent = { type: 'PersonalDataErased', data: {} };

describe('registering', () => {
  it('makes the account and asks to confirm the address', () => {
    given().when(register()).makes(registered, verificationRequested());
  });
  it('asks nobody when no link was made', () => {
    given().when(register(null)).makes(madeByOperator);
  });
  it('is refused to a second registrant of the same address', () => {
    given(registered)
      .when(register('link-2', 'key-ada', 'pw-other'))
      .refused('email-taken', 'conflict');
  });
  it('makes nothing for a duplicate', () => {
    given().when(register()).onlyOnce();
  });
  it('keeps the name of the password record; what is personal is for projections', () => {
    expect(fold(registered)).toMatchObject({
      registered: true,
      emailKey: 'key-ada',
      emailVerified: false,
      tokenVersion: 0,
      passwordRecord: 'pw-1',
      records: [{ kind: 'password', id: 'pw-1' }],
    });
  });
  it('is still recorded once after the password was changed, and refused to others after the account was erased', () => {
    const changed: AccountEvent = {
      type: 'PasswordChanged',
      data: { passwordRecord: 'pw-2', by: 'owner', tokenVersion: 1 },
    };
    given(registered, changed).when(register()).nothing();
    given(registered, erasureRequested, erased)
      .when(register('link-2', 'key-ada', 'pw-2'))
      .refused('email-taken', 'conflict');
  });
});

describe('changing name and phone', () => {
  it('keeps what changed under the account key', () => {
    const changes = { name: 'Ada King' };
    given(registered)
      .when(new ChangeDetails('a-1', { personal: changes }, metadata))
      .makes({ type: 'DetailsChanged', data: { emailKey: 'key-ada', personal: changes }, subject });
  });
  it('makes nothing of no changes', () => {
    given(registered)
      .when(new ChangeDetails('a-1', { personal: {} }, metadata))
      .nothing();
  });
  it('records each change, the same one from another request too', () => {
    const changes = { phone: '+12025550199' };
    const changed: AccountEvent = {
      type: 'DetailsChanged',
      data: { emailKey: 'key-ada', personal: changes },
      subject,
    };
    given(registered, changed)
      .when(new ChangeDetails('a-1', { personal: changes }, metadata))
      .makes(changed);
  });
  it('leaves the login, its proof and what is pending alone', () => {
    const verified: AccountEvent = { type: 'EmailVerified', data: { emailKey: 'key-ada', tokenVersion: 0 } };
    const pending = { emailKey: 'key-new', linkRecord: 'link-move', requestedAt: AT, expiresAt: AT + 1 };
    const move: AccountEvent = {
      type: 'EmailMoveRequested',
      data: { ...pending, personal: { email: 'ada@new.example' } },
      subject,
    };
    const before = fold(registered, verified, move);
    const changed: AccountEvent = {
      type: 'DetailsChanged',
      data: { emailKey: 'key-ada', personal: { name: 'Ada King' } },
      subject,
    };
    expect(fold(registered, verified, move, changed)).toEqual(before);
  });
});

describe('billing', () => {
  const saved: AccountEvent = { type: 'CardSaved', data: card };
  const set = (changes: { address?: typeof address; card?: typeof card }) =>
    new SetBilling('a-1', { address: changes.address ?? null, card: changes.card ?? null }, metadata);

  it('sets the address and saves the card', () => {
    given(registered)
      .when(set({ address, card }))
      .makes({ type: 'BillingAddressSet', data: { personal: address }, subject }, saved);
  });
  it('saves the same card once', () => {
    given(registered).when(set({ card })).onlyOnce();
  });
  it('remembers every customer that was made at Stripe', () => {
    const other: AccountEvent = { type: 'CardSaved', data: { ...card, customerId: 'cus_2', paymentMethodId: 'pm_2' } };
    expect(fold(registered, saved, other).customers).toEqual(['cus_1', 'cus_2']);
  });
  it('sets the address alone, again and again, and leaves the card', () => {
    const addressSet: AccountEvent = { type: 'BillingAddressSet', data: { personal: address }, subject };
    given(registered, saved).when(set({ address })).makes(addressSet);
    given(registered, saved, addressSet).when(set({ address })).makes(addressSet);
    expect(fold(registered, saved, addressSet).card).toEqual(card);
  });
  it('makes nothing of neither', () => {
    given(registered).when(set({})).nothing();
  });
  it('saves another card in place of the first, and the first again', () => {
    const other = { ...card, paymentMethodId: 'pm_2', last4: '4444' };
    given(registered, saved)
      .when(set({ card: other }))
      .makes({ type: 'CardSaved', data: other });
    given(registered, saved, { type: 'CardSaved', data: other }).when(set({ card })).makes(saved);
  });
  it('saves the same card once more where it was emptied out, under the customer that is known', () => {
    const emptied: AccountEvent = {
      type: 'EmailVerified',
      data: { emailKey: 'key-ada', tokenVersion: 1, emptied: AT },
    };
    given(registered, saved, emptied).when(set({ card })).makes(saved);
    expect(fold(registered, saved, emptied, saved).customers).toEqual(['cus_1']);
  });
});

describe('erasing', () => {
  const request = new RequestErasure('a-1', { farewell: 'link-farewell' }, metadata);
  const erase = new EraseAccount('a-1', {}, metadata);

  it('closes the account, ends its sessions and says good-bye', () => {
    given(registered).when(request).makes(erasureRequested);
  });
  it('closes it once', () => {
    given(registered).when(request).onlyOnce();
  });
  it('refuses everything to a closed account', () => {
    given(registered, erasureRequested)
      .when(new ChangeDetails('a-1', { personal: { name: 'Ada King' } }, metadata))
      .refused('erased', 'gone');
  });
  it('is not recorded before it was asked for', () => {
    given(registered).when(erase).refused('account-open', 'conflict');
  });
  it('is recorded once', () => {
    given(registered, erasureRequested).when(erase).makes(erased);
    given(registered, erasureRequested).when(erase).onlyOnce();
  });
  it('names every vault record but that of the last mail', () => {
    expect(fold(registered, verificationRequested(), erasureRequested).records).toEqual([
      { kind: 'password', id: 'pw-1' },
      { kind: 'link', id: 'link-verify' },
    ]);
  });
  it('changes nothing once it is done', () => {
    given(registered, erasureRequested, erased).when(request).nothing();
    given(registered, erasureRequested, erased).when(erase).nothing();
  });
});

const names = Object.keys(everyCommand()) as (keyof ReturnType<typeof everyCommand>)[];
/** what is still to be told of an account that is closed */
const LAST = ['RequestErasure', 'EraseAccount'];

describe('an account that is not there', () => {
  it.each(names)('refuses %s', (name) => {
    given().when(everyCommand()[name]).refused('not-found', 'not-found');
  });
});

describe('an account that is closed', () => {
  it.each(names.filter((name) => !LAST.includes(name)))('refuses %s', (name) => {
    given(registered, erasureRequested).when(everyCommand()[name]).refused('erased', 'gone');
    given(registered, erasureRequested, erased).when(everyCommand()[name]).refused('erased', 'gone');
  });
});

describe('whatever the commands and their order', () => {
  const commands = fc.array(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 4 }), fc.nat(90)), {
    maxLength: 40,
  });

  it('no session comes back to life, no record of the vault is lost, and nothing follows the erasure', () => {
    fc.assert(
      fc.property(commands, (steps) => {
        let [state, now] = [fold(registered), AT];
        for (const [name, number, minutes] of steps) {
          now += minutes * MINUTE;
          const before = state;
          const events = answer(everyCommand(number)[name], state, now);
          state = events.reduce(account.evolve, state);
          expect(state.tokenVersion).toBeGreaterThanOrEqual(before.tokenVersion);
          const over = before.resets.filter(({ expiresAt }) => expiresAt <= now).map(({ linkRecord }) => linkRecord);
          const there = before.records.filter(({ id }) => !over.includes(id));
          expect(state.records.filter(({ id }) => !over.includes(id)).slice(0, there.length)).toEqual(there);
          expect(state.passwordRecord === before.passwordRecord || state.tokenVersion > before.tokenVersion).toBe(true);
          if (before.erased) expect(events).toEqual([]);
          expect(before.closed && !state.closed).toBe(false);
        }
      }),
    );
  });
});
