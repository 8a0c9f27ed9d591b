import type { CodeOutcome, OneTimeCodes } from '../access/one-time-codes.js';
import { Guesses } from '../platform/auth/guesses.js';
import { origin as anOrigin } from '../platform/given.fixture.js';
import { Limits } from '../platform/limits/limits.js';
import { memoryLimits } from '../platform/limits/memory-limits.js';
import type { SecurityLog } from '../platform/security-log.js';
import type { Accounts } from './accounts.js';
import type { EmailClaims } from './email-claims.js';
import type { Credentials } from './passwords.js';
import { SignIn } from './sign-in.js';

const [EMAIL, RIGHT, CODE, OTHER_CODE] = ['ada@example.com', 'correct horse 7', '123456', '000000'];
const origin = { ...anOrigin, client: '192.0.2.1' };

/** Ada's account, whose one-time codes are on unless said. */
function given({ hasCodes = true } = {}): SignIn {
  const state = { emailKey: 'key-ada', passwordRecord: 'pw-1', locked: false };
  const accounts = {
    state: async () => state,
    info: async () => ({ email: EMAIL }),
    mustEnrol: async () => false,
    beginSession: async () => 'a token',
  } as unknown as Accounts;
  const claims = { keyOf: () => 'key-ada', accountOf: async () => 'ada' } as unknown as EmailClaims;
  const match: Credentials['match'] = async (_, password, { admit }) => {
    await admit?.();
    return password === RIGHT;
  };
  const check = async (_: string, code: string | null): Promise<CodeOutcome> => {
    if (!hasCodes) return 'right';
    return code === null ? 'otp-required' : code === CODE ? 'right' : 'otp-wrong';
  };
  const codes = { check, standing: async () => ({ on: hasCodes }) } as unknown as OneTimeCodes;
  const guesses = new Guesses(new Limits(memoryLimits, 'a secret of the vault'));
  const security = { tell: () => undefined } as unknown as SecurityLog;
  return new SignIn(accounts, claims, { match } as Credentials, guesses, codes, security);
}

const asked = { origin, keyed: false, session: { accountId: 'ada', sid: 's-1', roles: [], version: 0, signedInAt: 0 } };
/** What each came to: the refusal's code, or 'in'. */
const came = (to: Promise<unknown>) =>
  to.then(
    () => 'in',
    (refusal: { code: string }) => refusal.code,
  );

describe('a password between one-time codes', () => {
  const logIn = (signIn: SignIn, code: string | null, password = RIGHT) =>
    came(signIn.login(EMAIL, password, code, origin));
  const alone = (signIn: SignIn) => came(signIn.stepUp(RIGHT, asked));
  const twice = (signIn: SignIn, code: string | null) => came(signIn.stepUpTwice(RIGHT, code, asked));

  it.each<[string, (signIn: SignIn) => Promise<string>, string]>([
    ['at the login, without a code', (signIn) => logIn(signIn, null), 'otp-required'],
    ['for what asks for both, without a code', (signIn) => twice(signIn, null), 'otp-required'],
    ['for what asks for the password alone', alone, 'in'],
  ])('that is right %s gives no more tries of codes', async (_, between, told) => {
    const signIn = given();
    for (let n = 0; n < 10; n += 1) {
      expect(await between(signIn)).toBe(told);
      expect(await logIn(signIn, OTHER_CODE)).toBe('otp-wrong');
    }
    expect(await logIn(signIn, CODE)).toBe('too-many');
    expect(await between(signIn)).toBe('too-many');
  });

  it('gives no more of them either where its owner has logged in, asked for within a session', async () => {
    const signIn = given();
    expect(await logIn(signIn, CODE)).toBe('in');
    for (let n = 0; n < 10; n += 1) {
      expect(await alone(signIn)).toBe('in');
      expect(await twice(signIn, OTHER_CODE)).toBe('otp-wrong');
    }
    expect(await twice(signIn, CODE)).toBe('too-many');
  });

  it('is no guess as long as the code is asked for', async () => {
    const signIn = given();
    for (let n = 0; n < 30; n += 1) expect(await logIn(signIn, null)).toBe('otp-required');
    expect(await logIn(signIn, CODE)).toBe('in');
  });

  it('counts with them when it is wrong, whatever code comes with it', async () => {
    const signIn = given();
    for (let n = 0; n < 5; n += 1) {
      expect(await logIn(signIn, CODE, 'wrong horse 7')).toBe('login-incorrect');
      expect(await logIn(signIn, OTHER_CODE)).toBe('otp-wrong');
    }
    expect(await logIn(signIn, CODE)).toBe('too-many');
  });

  it('begins the count anew with the right code, and only then', async () => {
    const signIn = given();
    for (let n = 0; n < 9; n += 1) await logIn(signIn, OTHER_CODE);
    expect(await logIn(signIn, CODE)).toBe('in');
    for (let n = 0; n < 9; n += 1) await twice(signIn, OTHER_CODE);
    expect(await twice(signIn, CODE)).toBe('in');
  });

  it('begins the count anew by itself where no codes are on', async () => {
    const signIn = given({ hasCodes: false });
    for (let n = 0; n < 9; n += 1) expect(await logIn(signIn, null, 'wrong horse 7')).toBe('login-incorrect');
    expect(await alone(signIn)).toBe('in');
    for (let n = 0; n < 9; n += 1) await logIn(signIn, null, 'wrong horse 7');
    expect(await logIn(signIn, null)).toBe('in');
  });
});
