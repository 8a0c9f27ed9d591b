import { newRecoveryCodes, newSecret, otpauthUrl, recoveryHash, stepOf } from './totp.js';

/** RFC 6238, appendix B: '12345678901234567890' in base32, and its codes for SHA-1, the last six digits */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a one-time code', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [20_000_000_000, '353130', 666_666_666],
  ])('of the RFC at %i s is known by its step', (seconds, code, step) => {
    expect(stepOf(SECRET, code, seconds * 1_000)).toBe(step);
  });
  it('is taken one step early or late, and no further', () => {
    expect([29, 30, 89, 90].map((seconds) => stepOf(SECRET, '287082', seconds * 1_000))).toEqual([1, 1, 1, null]);
  });
  it('may be typed as apps show it', () => {
    for (const typed of ['287 082', '287-082', '２８７　０８２', ' 287082\u200b'])
      expect(stepOf(SECRET, typed, 59_000)).toBe(1);
  });
  it.each(['', '28708', '2870822', '000000', 'abcdef'])('%p is none', (code) => {
    expect(stepOf(SECRET, code, 59_000)).toBeNull();
  });
  it('comes of secrets of 160 bits, of which no two are the same', () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });
  it('is set up by a link that says all that an app needs', () => {
    const url = new URL(otpauthUrl(SECRET, 'ada@example.com'));
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Supreme Access:ada@example.com',
    ]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Supreme Access',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('recovery codes', () => {
  it('are ten, of 120 bits, in groups that can be written down', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
  });
  it('are the same however they are typed', () => {
    expect(recoveryHash('ABCD efgh-2345-ijkl')).toBe(recoveryHash('abcd-efgh-2345-ijkl'));
    expect(recoveryHash('abcd-efgh-2345-ijkl')).not.toBe(recoveryHash('abcd-efgh-2345-ijkm'));
  });
});
