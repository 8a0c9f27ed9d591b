import { createHmac } from 'node:crypto';
import { SESSION_SECONDS } from '@supreme-access/contract/limits.js';
import { Sessions } from './sessions.js';

const SECRET = 'a secret of at least thirty-two characters';
const START = Date.UTC(2030, 0, 1);
const LIFE = SESSION_SECONDS * 1_000;

describe('the sessions of a process', () => {
  let now: number;
  let sessions: Sessions;
  beforeEach(() => {
    now = START;
    sessions = new Sessions(SECRET, () => now);
  });

  it('of an older version than the one raised are over, for as long as their tokens live', () => {
    const [old, newer] = [sessions.begin('ada', ['shopper'], 0), sessions.begin('ada', ['shopper'], 1)];
    sessions.raise('ada', 1);
    now += LIFE - 1;
    expect([sessions.check(old), sessions.check(newer)]).toEqual([null, expect.objectContaining({ version: 1 })]);
  });

  it('last twelve hours, and no moment longer because their token was looked at before', () => {
    const [seen, unseen] = [sessions.begin('ada', ['shopper'], 0), sessions.begin('bea', ['shopper'], 0)];
    now += LIFE - 1;
    expect(sessions.check(seen)).toMatchObject({ accountId: 'ada', signedInAt: START, endsAt: START + LIFE });
    now += 1;
    expect([sessions.check(seen), sessions.check(unseen)]).toEqual([null, null]);
  });

  it('of the guided first minute last an hour, and not beyond the process', () => {
    const token = sessions.beginGuided('ada', ['admin'], 0);
    const session = { accountId: 'ada', roles: ['admin'], isGuided: true, endsAt: START + 3_600_000 };
    expect(sessions.check(token)).toMatchObject(session);
    expect(sessions.check(sessions.begin('ada', ['admin'], 0))).not.toHaveProperty('isGuided');
    expect(new Sessions(SECRET, () => now).check(token)).toBeNull();
    now += 3_600_000;
    expect(sessions.check(token)).toBeNull();
  });

  it('hold no version longer than the tokens live that it ended', () => {
    for (let i = 0; i < 1_000; i += 1) sessions.raise(`account-${i}`, 1);
    now += LIFE / 2;
    sessions.raise('ada', 1);
    expect(sessions.held).toBe(1_001);
    now += LIFE / 2 + 120_000;
    sessions.raise('bea', 1);
    expect(sessions.held).toBe(2);
  });

  it('hold no version longer because one of before was raised once more', () => {
    sessions.raise('ada', 1);
    sessions.raise('bea', 1);
    now += LIFE / 2;
    sessions.raise('ada', 2);
    now += LIFE / 2 + 120_000;
    sessions.raise('cleo', 1);
    expect(sessions.held).toBe(2);
  });

  it('need no version that was raised before any token began that still lives', () => {
    sessions.raise('ada', 7, START - LIFE - 120_000);
    expect(sessions.held).toBe(0);
  });

  it('stay ended when an older event is processed again', () => {
    const old = sessions.begin('ada', ['shopper'], 1);
    sessions.raise('ada', 2);
    sessions.raise('ada', 1, START - 1_000);
    expect(sessions.check(old)).toBeNull();
  });
});

describe('a token that is signed with the secret of sessions', () => {
  const sessions = new Sessions(SECRET, () => START);
  const iat = START / 1_000;
  const CLAIMS = {
    sub: 'ada',
    sid: 'one of hers',
    roles: ['admin'],
    v: 0,
    iat,
    exp: iat + SESSION_SECONDS,
    iss: 'supreme-access',
    aud: 'supreme-access/session',
  };
  const HEADER = { alg: 'HS256', typ: 'session+jwt' };
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = (header: object, claims: object, digest = 'sha256') => {
    const text = `${encoded(header)}.${encoded(claims)}`;
    return `${text}.${createHmac(digest, SECRET).update(text).digest('base64url')}`;
  };

  it('is a session when it says so', () => {
    expect(sessions.check(signed(HEADER, CLAIMS))).toMatchObject({ accountId: 'ada', roles: ['admin'] });
    const [header, claims] = sessions.begin('ada', ['shopper'], 0).split('.');
    const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect([read(header).typ, read(claims).iss, read(claims).aud]).toEqual([
      'session+jwt',
      'supreme-access',
      'supreme-access/session',
    ]);
  });

  it.each([
    ['is for another audience, as a mailed link', HEADER, { ...CLAIMS, aud: 'supreme-access/link' }],
    ['is for nobody', HEADER, { ...CLAIMS, aud: undefined }],
    ['comes from elsewhere', HEADER, { ...CLAIMS, iss: 'another-shop' }],
    ['comes from nowhere', HEADER, { ...CLAIMS, iss: undefined }],
    ['is of another type', { ...HEADER, typ: 'link+jwt' }, CLAIMS],
    ['is of the common type', { ...HEADER, typ: 'JWT' }, CLAIMS],
    ['has no type', { alg: 'HS256' }, CLAIMS],
    ['says that it is signed otherwise', { ...HEADER, alg: 'none' }, CLAIMS],
    ['lives longer than a session does', HEADER, { ...CLAIMS, exp: CLAIMS.exp + 1 }],
    ['never ends', HEADER, { ...CLAIMS, exp: undefined }],
  ])('is none when it %s', (_, header, claims) => expect(sessions.check(signed(header, claims))).toBeNull());

  it('is none under another algorithm, though the key is the same', () =>
    expect(sessions.check(signed({ ...HEADER, alg: 'HS512' }, CLAIMS, 'sha512'))).toBeNull());
});
