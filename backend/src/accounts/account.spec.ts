import fc from 'fast-check';
import { AT, decisions, HOUR, MINUTE, origin } from '../platform/given.fixture.js';
import {
  address,
  card,
  everyCommand,
  madeByOperator,
  mailRequested,
  register,
  registered,
  subject,
} from './account.fixture.js';
import { type AccountEvent, account, ChangeDetails, EraseAccount, RequestErasure, SetBilling } from './account.js';

import { ClaimAccountMail, RecordAccountMail, RecordBouncedOrderMail } from './account-security.js';

const { given, fold, answer } = decisions(account);
const erasureRequested: AccountEvent = { type: 'ErasureRequested', data: { tokenVersion: 1 } };
const erased: AccountEvent = { type: 'PersonalDataErased', data: {} };

describe('registering', () => {
  it('makes the account and asks to confirm the address', () => {
    given()
      .when(register())
      .makes(registered, mailRequested('verify-email', 1, 'link-verify'));
  });
  it('asks nobody when no link was made', () => {
    given().when(register(null)).makes(madeByOperator);
  });
  it('is refused to a second registrant of the same address', () => {
    given(registered)
      .when(register('link-2', 'key-ada', 'pw-other'))
      .refused('email-taken', 'conflict');
  });
  it('makes nothing when told twice', () => {
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
  it('is told once still after the password was changed, and refused to others after the account was erased', () => {
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
      .when(new ChangeDetails('a-1', { personal: changes }, origin))
      .makes({ type: 'DetailsChanged', data: { emailKey: 'key-ada', personal: changes }, subject });
  });
  it('makes nothing of no changes', () => {
    given(registered)
      .when(new ChangeDetails('a-1', { personal: {} }, origin))
      .nothing();
  });
  it('records each change, the same one told by another request too', () => {
    const changes = { phone: '+12025550199' };
    const changed: AccountEvent = {
      type: 'DetailsChanged',
      data: { emailKey: 'key-ada', personal: changes },
      subject,
    };
    given(registered, changed)
      .when(new ChangeDetails('a-1', { personal: changes }, origin))
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
    new SetBilling('a-1', { address: changes.address ?? null, card: changes.card ?? null }, origin);

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

describe('mails', () => {
  const told = mailRequested('already-registered', 1, 'link-set');

  it.each([
    ['sent', 'MailSent'],
    ['suppressed', 'MailSuppressed'],
  ] as const)('records one as %s, once', (outcome, type) => {
    const record = new RecordAccountMail('a-1', { mailId: 'already-registered-1', outcome }, origin);
    const ended: AccountEvent = { type, data: { mailId: 'already-registered-1', kind: 'already-registered' } };
    given(registered, told).when(record).makes(ended);
    given(registered, told, ended).when(record).nothing();
  });
  it('are claimed by one worker, and past its lease by another', () => {
    const ask = (by: string) => new ClaimAccountMail('a-1', { mailId: 'already-registered-1', by }, origin);
    const name = { mailId: 'already-registered-1', kind: 'already-registered' } as const;
    const claimed: AccountEvent = { type: 'MailClaimed', data: { ...name, by: 'mail-1', leaseUntil: AT + 2 * MINUTE } };
    const sent: AccountEvent = { type: 'MailSent', data: name };
    given(registered, told).when(ask('mail-1')).makesClaim(claimed);
    given(registered, told, claimed)
      .when(ask('mail-2'), AT + 2 * MINUTE)
      .makes({ type: 'MailClaimed', data: { ...name, by: 'mail-2', leaseUntil: AT + 10 * MINUTE } });
    given(registered, told, claimed, sent)
      .when(ask('mail-2'), AT + HOUR)
      .refused('mail-ended');
    given(registered, told, erasureRequested).when(ask('mail-1')).refused('person-erased');
  });
  it('are claimed for an erased account only to say good-bye', () => {
    const farewell = mailRequested('account-erased', 1, 'link-farewell');
    const data = {
      mailId: 'account-erased-1',
      kind: 'account-erased',
      by: 'mail-1',
      leaseUntil: AT + 2 * MINUTE,
    } as const;
    given(registered, erasureRequested, farewell, erased)
      .when(new ClaimAccountMail('a-1', { mailId: 'account-erased-1', by: 'mail-1' }, origin))
      .makes({ type: 'MailClaimed', data });
  });
  it('bounce once', () => {
    const bounce = { reason: 'mailbox-full', reply: '552 5.2.2' } as const;
    const record = new RecordAccountMail('a-1', { mailId: 'already-registered-1', outcome: bounce }, origin);
    const name = { mailId: 'already-registered-1', kind: 'already-registered' } as const;
    given(registered, told)
      .when(record)
      .makesOnce({ type: 'MailBounced', data: { ...name, orderId: null, ...bounce } });
  });
  it('about an order that bounced are told once, and to nobody who is erased', () => {
    const data = { mailId: 'closed', kind: 'closed', orderId: 'o-1', reason: 'no-mailbox', reply: '550' } as const;
    const record = new RecordBouncedOrderMail('a-1', data, origin);
    given(registered).when(record).makesOnce({ type: 'MailBounced', data });
    given(registered, erasureRequested).when(record).nothing();
  });
  it('are counted, so that no two have one name', () => {
    const second = mailRequested('password-changed', 2);
    expect(fold(registered, told, second).mails.map(({ mailId }) => mailId)).toEqual([
      'already-registered-1',
      'password-changed-2',
    ]);
    given(registered, told, second)
      .when(new RequestErasure('a-1', { farewell: 'link-farewell' }, origin))
      .makes(erasureRequested, mailRequested('account-erased', 3, 'link-farewell'));
  });
  it('that were never asked for are not recorded', () => {
    const unknown = new RecordAccountMail('a-1', { mailId: 'already-registered-7', outcome: 'sent' }, origin);
    given(registered, told).when(unknown).nothing();
  });
  it('are recorded one by one, also once the account is erased: the last tells of it', () => {
    const farewell = mailRequested('account-erased', 2, 'link-farewell');
    const sent: AccountEvent = { type: 'MailSent', data: { mailId: 'account-erased-2', kind: 'account-erased' } };
    given(registered, told, erasureRequested, farewell, erased)
      .when(new RecordAccountMail('a-1', { mailId: 'account-erased-2', outcome: 'sent' }, origin))
      .makes(sent);
    const { mails } = fold(registered, told, erasureRequested, farewell, erased, sent);
    expect(mails.map(({ ended }) => ended)).toEqual([false, true]);
  });
  it('that were not written are not recorded as sent later', () => {
    const data = { mailId: 'already-registered-1', kind: 'already-registered' } as const;
    const suppressed: AccountEvent = { type: 'MailSuppressed', data };
    given(registered, told, suppressed)
      .when(new RecordAccountMail('a-1', { mailId: 'already-registered-1', outcome: 'sent' }, origin))
      .nothing();
  });
  it('that wait when the account is closed are told not to have been written', () => {
    const data = { mailId: 'already-registered-1', kind: 'already-registered' } as const;
    given(registered, told, erasureRequested)
      .when(new RecordAccountMail('a-1', { mailId: 'already-registered-1', outcome: 'suppressed' }, origin))
      .makes({ type: 'MailSuppressed', data });
  });
  it('of a log that did not tell the kind have ended all the same', () => {
    const sent = { type: 'MailSent', data: { mailId: 'already-registered-1' } } as unknown as AccountEvent;
    given(registered, told, sent)
      .when(new RecordAccountMail('a-1', { mailId: 'already-registered-1', outcome: 'sent' }, origin))
      .nothing();
  });
});

describe('erasing', () => {
  const request = new RequestErasure('a-1', { farewell: 'link-farewell' }, origin);
  const erase = new EraseAccount('a-1', {}, origin);

  it('closes the account, ends its sessions and says good-bye', () => {
    given(registered)
      .when(request)
      .makes(erasureRequested, mailRequested('account-erased', 1, 'link-farewell'));
  });
  it('closes it once', () => {
    given(registered).when(request).onlyOnce();
  });
  it('refuses everything to a closed account', () => {
    given(registered, erasureRequested)
      .when(new ChangeDetails('a-1', { personal: { name: 'Ada King' } }, origin))
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
    const state = fold(
      registered,
      mailRequested('verify-email', 1, 'link-verify'),
      mailRequested('account-erased', 2, 'link-farewell'),
    );
    expect(state.records).toEqual([
      { kind: 'password', id: 'pw-1' },
      { kind: 'link', id: 'link-verify' },
    ]);
  });
  it('is asked for in vain once it is done', () => {
    given(registered, erasureRequested, erased).when(request).nothing();
    given(registered, erasureRequested, erased).when(erase).nothing();
  });
});

const names = Object.keys(everyCommand()) as (keyof ReturnType<typeof everyCommand>)[];
/** what is still to be told of an account that is closed */
const LAST = ['ClaimAccountMail', 'RecordAccountMail', 'RecordBouncedOrderMail', 'RequestErasure', 'EraseAccount'];

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

describe('whatever is asked, in whatever order', () => {
  const asked = fc.array(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 4 }), fc.nat(90)), {
    maxLength: 40,
  });

  it('no session comes back to life, no record of the vault is lost, and nothing follows the erasure but mails', () => {
    fc.assert(
      fc.property(asked, (steps) => {
        let [state, now] = [fold(registered), AT];
        for (const [name, number, minutes] of steps) {
          now += minutes * MINUTE;
          const before = state;
          const events = answer(everyCommand(number)[name], state, now);
          state = events.reduce(account.evolve, state);
          expect(state.tokenVersion).toBeGreaterThanOrEqual(before.tokenVersion);
          expect(state.records.slice(0, before.records.length)).toEqual(before.records);
          expect(state.passwordRecord === before.passwordRecord || state.tokenVersion > before.tokenVersion).toBe(true);
          if (before.erased) expect(events.every(({ type }) => type.startsWith('Mail'))).toBe(true);
          expect(before.closed && !state.closed).toBe(false);
        }
      }),
    );
  });
});
