/** @jest-environment node */
import { linkOf, toInvitationInput } from './invitation-input.js';

describe('an invitation, as the server is told', () => {
  it('names nobody and gives nothing unless it is filled in', () => {
    expect(toInvitationInput({ email: ' ', role: '', expiresAt: '', password: 'typed before' })).toEqual({});
  });

  it('carries the password where it gives a role', () => {
    expect(toInvitationInput({ email: ' ada@example.org ', role: 'auditor', password: 'mine' })).toEqual({
      email: 'ada@example.org',
      role: 'auditor',
      password: 'mine',
    });
  });

  it("ends at a time of the viewer's zone", () => {
    const expiresAt = '2026-11-20T11:00';
    expect(toInvitationInput({ expiresAt })).toEqual({ expiresAt: new Date(expiresAt).toISOString() });
  });

  it('leads to the page where one registers', () => {
    expect(linkOf('a.b-c', 'https://shop.example')).toBe('https://shop.example/register?token=a.b-c');
  });
});
