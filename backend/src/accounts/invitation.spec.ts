import { AT, DAY, decisions, MINUTE, origin } from '../platform/given.fixture.js';
import {
  assertUsable,
  ClaimInvitationMail,
  EraseInvitee,
  INVITATION_LIFE,
  type InvitationEvent,
  type InvitationFacts,
  invitation,
  MakeInvitation,
  RecordInvitationMail,
  RevokeInvitation,
  UseInvitation,
} from './invitation.js';

const { given, fold } = decisions(invitation);
const facts: InvitationFacts = { role: 'auditor', emailKey: null, expiresAt: AT + DAY };
const made = (change: Partial<InvitationFacts> = {}): InvitationEvent => ({
  type: 'InvitationMade',
  data: { ...facts, ...change },
});
const personal = { email: 'bob@example.com' };
const toBob = { ...facts, emailKey: 'key-bob' };
const mailed: InvitationEvent[] = [
  { type: 'InvitationMade', data: { ...toBob, personal }, subject: 'invitation-i-1' },
  { type: 'MailRequested', data: { mailId: 'invitation-1', kind: 'invitation', requestedAt: AT } },
];
const use = (accountId: string, emailKey = 'key-ada') => new UseInvitation('i-1', { accountId, emailKey }, origin);
const revoke = new RevokeInvitation('i-1', {}, origin);
const sent = (outcome: 'sent' | 'suppressed' = 'sent') =>
  new RecordInvitationMail('i-1', { mailId: 'invitation-1', outcome }, origin);
const erase = new EraseInvitee('i-1', {}, origin);
const used: InvitationEvent = { type: 'InvitationUsed', data: { accountId: 'a-1' } };
const revoked: InvitationEvent = { type: 'InvitationRevoked', data: {} };

describe('inviting', () => {
  const make = new MakeInvitation('i-1', { ...facts, personal: null }, origin);

  it('makes an invitation, once', () => {
    given().when(make).makes(made());
    given().when(make).onlyOnce();
  });
  it('asks for a mail to the address that is given, which is sealed', () => {
    const mailBob = new MakeInvitation('i-1', { ...toBob, personal }, origin);
    given()
      .when(mailBob)
      .makes(...mailed);
    given().when(mailBob).onlyOnce();
    expect(JSON.stringify(fold(...mailed))).not.toContain('bob@');
  });
  it('is refused when it would be over already', () => {
    given().when(make, facts.expiresAt).refused('expiry-past', 'invalid');
    given()
      .when(make, facts.expiresAt - 1)
      .makes(made());
  });
  it('is refused when it would last longer than seven days', () => {
    given()
      .when(make, facts.expiresAt - INVITATION_LIFE)
      .makes(made());
    given()
      .when(make, facts.expiresAt - INVITATION_LIFE - 1)
      .refused('expiry-too-late', 'invalid');
    expect(INVITATION_LIFE).toBe(7 * DAY);
  });
  it('is told once whatever it says the second time: the first stands, also when it is over by then', () => {
    const other = new MakeInvitation('i-1', { ...facts, role: 'admin', personal: null }, origin);
    given(made()).when(other).nothing();
    given(made()).when(make, facts.expiresAt).nothing();
    given(made(), revoked).when(make).nothing();
  });
  it('keeps what it admits to, for whom and for how long', () => {
    expect(fold(...mailed)).toEqual({
      made: toBob,
      usedBy: null,
      revoked: false,
      mailClaims: {},
      mailId: 'invitation-1',
      erased: false,
    });
  });
});

describe('using an invitation', () => {
  it('admits one account', () => {
    given(made()).when(use('a-1')).makes(used);
    given(made(), used).when(use('a-2')).refused('invitation-invalid', 'invalid');
  });
  it('makes nothing when the same account is told twice', () => {
    given(made()).when(use('a-1')).onlyOnce();
  });
  it('is refused once it is over', () => {
    given(made()).when(use('a-1'), facts.expiresAt).refused('invitation-invalid', 'invalid');
  });
  it('is refused once it was revoked', () => {
    given(made(), revoked).when(use('a-1')).refused('invitation-invalid', 'invalid');
  });
  it('is refused to another address than the one it names', () => {
    given(...mailed)
      .when(use('a-1'))
      .refused('invitation-invalid', 'invalid');
    given(...mailed)
      .when(use('a-1', 'key-bob'))
      .makes(used);
  });
  it('is refused when it was never made', () => {
    given().when(use('a-1')).refused('invitation-invalid', 'invalid');
  });
  it('is told once still when it is over or was revoked since: whoever has used it stays in', () => {
    given(made(), used).when(use('a-1'), facts.expiresAt).nothing();
    given(made(), used, revoked).when(use('a-1')).nothing();
  });
  it('tells before somebody registers which role it gives; that it was used shows only as it is used again', () => {
    expect(assertUsable(fold(made()), 'key-ada', AT)).toEqual(facts);
    expect(assertUsable(fold(made(), used), 'key-ada', AT)).toEqual(facts);
  });
  it('is as good on its last millisecond', () => {
    given(made())
      .when(use('a-1'), facts.expiresAt - 1)
      .makes(used);
  });
});

describe('revoking an invitation', () => {
  it('ends it, once', () => {
    given(made()).when(revoke).makes(revoked);
    given(made()).when(revoke).onlyOnce();
  });
  it('is refused once somebody has registered with it', () => {
    given(made(), used).when(revoke).refused('invitation-used', 'conflict');
  });
  it('is refused when it was never made', () => {
    given().when(revoke).refused('not-found', 'not-found');
  });
  it('ends one that is over too, so that a list tells why', () => {
    given(made()).when(revoke, facts.expiresAt).makes(revoked);
  });
});

describe('the mail of an invitation', () => {
  it('is told sent, or suppressed, once', () => {
    given(...mailed)
      .when(sent())
      .makes({ type: 'MailSent', data: { mailId: 'invitation-1', kind: 'invitation' } });
    given(...mailed)
      .when(sent('suppressed'))
      .makes({ type: 'MailSuppressed', data: { mailId: 'invitation-1', kind: 'invitation' } });
    given(...mailed)
      .when(sent())
      .onlyOnce();
  });
  it('is claimed by one worker, and for nobody who is forgotten', () => {
    const claim = new ClaimInvitationMail('i-1', { mailId: 'invitation-1', by: 'mail-1' }, origin);
    const data = { mailId: 'invitation-1', kind: 'invitation', by: 'mail-1', leaseUntil: AT + 2 * MINUTE } as const;
    given(...mailed)
      .when(claim)
      .makesClaim({ type: 'MailClaimed', data });
    given(...mailed, { type: 'MailSent', data: { mailId: 'invitation-1', kind: 'invitation' } })
      .when(claim)
      .refused('mail-ended');
    given(...mailed, { type: 'PersonalDataErased', data: {} })
      .when(claim)
      .refused('person-erased');
  });
  it('is claimed again as the lease of the first ends, and then for four times as long', () => {
    const name = { mailId: 'invitation-1', kind: 'invitation' } as const;
    const first: InvitationEvent = {
      type: 'MailClaimed',
      data: { ...name, by: 'mail-1', leaseUntil: AT + 2 * MINUTE },
    };
    const second = new ClaimInvitationMail('i-1', { mailId: 'invitation-1', by: 'mail-2' }, origin);
    given(...mailed, first)
      .when(second, AT + 2 * MINUTE - 1)
      .refused('claimed', 'conflict');
    given(...mailed, first)
      .when(second, AT + 2 * MINUTE)
      .makes({ type: 'MailClaimed', data: { ...name, by: 'mail-2', leaseUntil: AT + 10 * MINUTE } });
  });
  it('is claimed by nobody where none was asked for', () => {
    given(made())
      .when(new ClaimInvitationMail('i-1', { mailId: 'invitation-1', by: 'mail-1' }, origin))
      .refused('mail-ended', 'conflict');
  });
  it('bounces', () => {
    const outcome = { reason: 'no-mailbox', reply: '550 5.1.1' } as const;
    given(...mailed)
      .when(new RecordInvitationMail('i-1', { mailId: 'invitation-1', outcome }, origin))
      .makesOnce({ type: 'MailBounced', data: { mailId: 'invitation-1', kind: 'invitation', ...outcome } });
  });
  it('is no other', () => {
    given(made()).when(sent()).nothing();
  });
  it('is recorded also when the invitation was used or revoked before it went out', () => {
    given(...mailed, used)
      .when(sent())
      .makes({ type: 'MailSent', data: { mailId: 'invitation-1', kind: 'invitation' } });
    given(...mailed, revoked)
      .when(sent('suppressed'))
      .makes({ type: 'MailSuppressed', data: { mailId: 'invitation-1', kind: 'invitation' } });
  });
  it('is not the one of another name', () => {
    const other = new RecordInvitationMail('i-1', { mailId: 'invitation-2', outcome: 'sent' }, origin);
    given(...mailed)
      .when(other)
      .nothing();
  });
});

describe('forgetting who was invited', () => {
  it('happens once', () => {
    given(...mailed)
      .when(erase)
      .makes({ type: 'PersonalDataErased', data: {} });
    given(...mailed)
      .when(erase)
      .onlyOnce();
    given().when(erase).nothing();
  });
  it('leaves the invitation what it was', () => {
    given(made(), { type: 'PersonalDataErased', data: {} }).when(use('a-1')).makes(used);
    given(made(), used).when(erase).makes({ type: 'PersonalDataErased', data: {} });
  });
});
