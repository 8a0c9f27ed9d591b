import { isAdmin, isStaff, parseSession, type StoredSession, sessionText } from './sessions.js';

const ADA: StoredSession = { token: 't', uuid: 'u-1', name: 'Ada', isAdmin: false };

describe('a stored session', () => {
  it('is the least of what was answered, and reads as it was stored', () => {
    const answered = { ...ADA, roles: ['shopper' as const], email: 'ada@example.com', phone: '+12025550143' };
    expect(parseSession(sessionText(answered))).toEqual({ ...ADA, roles: ['shopper'] });
  });

  it.each([null, '', 'null', '{', '"user"', '{"name":"Ada"}', '{"token":7}'])('is none when %s is stored', (text) => {
    expect(parseSession(text)).toBeNull();
  });
});

describe('who an account is to the screens', () => {
  it.each<[Partial<StoredSession>, admin: boolean, staff: boolean]>([
    [{}, false, false],
    [{ roles: ['shopper'] }, false, false],
    [{ isAdmin: true }, true, true],
    [{ roles: ['shopper', 'admin'] }, true, true],
    [{ roles: ['auditor'] }, false, true],
  ])('with %j: an admin %s, staff %s', (account, admin, staff) => {
    expect([isAdmin({ ...ADA, ...account }), isStaff({ ...ADA, ...account })]).toEqual([admin, staff]);
  });
});
