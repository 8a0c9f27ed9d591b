import { AT, DAY, decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  assertUsable,
  EraseInvitee,
  INVITATION_LIFE,
  type InvitationEvent,
  type InvitationFacts,
  invitation,
  MakeInvitation,
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
const mailed: InvitationEvent[] = [{ type: 'InvitationMade', data: { ...toBob, personal }, subject: 'invitation-i-1' }];
const use = (accountId: string, emailKey = 'key-ada') => new UseInvitation('i-1', { accountId, emailKey }, metadata);
const revoke = new RevokeInvitation('i-1', {}, metadata);
const erase = new EraseInvitee('i-1', {}, metadata);
const used: InvitationEvent = { type: 'InvitationUsed', data: { accountId: 'a-1' } };
const revoked: InvitationEvent = { type: 'InvitationRevoked', data: {} };

describe('inviting', () => {
  const make = new MakeInvitation('i-1', { ...facts, personal: null }, metadata);

  it('makes an invitation, once', () => {
    given().when(make).makes(made());
    given().when(make).onlyOnce();
  });
  it('names the address that is mailed to, which is sealed', () => {
    const mailBob = new MakeInvitation('i-1', { ...toBob, personal }, metadata);
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
  it('is recorded once whatever it says the second time: the first stands, also when it is over by then', () => {
    const other = new MakeInvitation('i-1', { ...facts, role: 'admin', personal: null }, metadata);
    given(made()).when(other).nothing();
    given(made()).when(make, facts.expiresAt).nothing();
    given(made(), revoked).when(make).nothing();
  });
  it('keeps what it admits to, for whom and for how long', () => {
    expect(fold(...mailed)).toEqual({
      made: toBob,
      usedBy: null,
      revoked: false,
      erased: false,
    });
  });
});

describe('using an invitation', () => {
  it('admits one account', () => {
    given(made()).when(use('a-1')).makes(used);
    given(made(), used).when(use('a-2')).refused('invitation-invalid', 'invalid');
  });
  it('makes nothing for a duplicate of the same account', () => {
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
  it('is still recorded once when it is over or was revoked since: whoever has used it stays in', () => {
    given(made(), used).when(use('a-1'), facts.expiresAt).nothing();
    given(made(), used, revoked).when(use('a-1')).nothing();
  });
  it('shows before somebody registers which role it gives; that it was used shows only as it is used again', () => {
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
  it('ends one that is over too, so that a list shows why', () => {
    given(made()).when(revoke, facts.expiresAt).makes(revoked);
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
