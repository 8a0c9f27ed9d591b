import { AT, DAY, decisions, origin } from '../platform/given.fixture.js';
import {
  EraseInvitee,
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
  it('is no other', () => {
    given(made()).when(sent()).nothing();
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
});
