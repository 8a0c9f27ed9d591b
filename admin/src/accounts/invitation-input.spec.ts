/** @jest-environment node */
import { toInvitationInput } from './invitation-input.js';

describe('the request body of an invitation', () => {
  it('is empty unless the form is filled in', () => {
    expect(toInvitationInput({ email: ' ', role: '', expiresAt: '', password: 'typed before' })).toEqual({});
  });

  it('contains the password where it grants a role', () => {
    expect(toInvitationInput({ email: ' ada@example.org ', role: 'auditor', password: 'mine' })).toEqual({
      email: 'ada@example.org',
      role: 'auditor',
      password: 'mine',
    });
  });

  it("expires at a time of the viewer's zone", () => {
    const expiresAt = '2026-11-20T11:00';
    expect(toInvitationInput({ expiresAt })).toEqual({ expiresAt: new Date(expiresAt).toISOString() });
  });
});
