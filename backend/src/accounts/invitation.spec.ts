import { AT, DAY, decisions, origin } from './given.fixture.js';
import { type InvitationEvent, type InvitationFacts, invitation, MakeInvitation, UseInvitation } from './invitation.js';

const { given } = decisions(invitation);
const facts: InvitationFacts = { role: 'auditor', emailKey: null, expiresAt: AT + DAY };
const made = (change: Partial<InvitationFacts> = {}): InvitationEvent => ({
  type: 'InvitationMade',
  data: { ...facts, ...change },
});
const use = (accountId: string, emailKey = 'key-ada') => new UseInvitation('i-1', { accountId, emailKey }, origin);
const used: InvitationEvent = { type: 'InvitationUsed', data: { accountId: 'a-1' } };

describe('inviting', () => {
  const make = new MakeInvitation('i-1', facts, origin);

  it('makes an invitation, once', () => {
    given().when(make).makes(made());
    given().when(make).twice();
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
    given(made()).when(use('a-1')).twice();
  });
  it('is refused once it is over', () => {
    given(made()).when(use('a-1'), facts.expiresAt).refused('invitation-invalid', 'invalid');
  });
  it('is refused to another address than the one it names', () => {
    const personal = made({ emailKey: 'key-bob' });
    given(personal).when(use('a-1')).refused('invitation-invalid', 'invalid');
    given(personal).when(use('a-1', 'key-bob')).makes(used);
  });
  it('is refused when it was never made', () => {
    given().when(use('a-1')).refused('invitation-invalid', 'invalid');
  });
});
