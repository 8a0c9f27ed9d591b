import { metadata as someMetadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { Guesses } from '../../auth/guesses.js';
import { Limits } from '../../http/limits/limits.js';
import { memoryLimits } from '../../http/limits/memory-limits.js';
import type { SecurityLog } from '../../telemetry/security-log.js';
import type { CodeOutcome, OneTimeCodes } from '../access/one-time-codes.js';
import type { Accounts } from './accounts.js';
import type { EmailClaims } from './email-claims.js';
import type { Credentials } from './passwords.js';
import { SignIn } from './sign-in.js';
import { StepUp } from './step-up.js';

const [EMAIL, RIGHT, CODE, OTHER_CODE] = ['ada@example.com', 'correct horse 7', '123456', '000000'];
const metadata = { ...someMetadata, client: '192.0.2.1' };

/** Ada's account, whose one-time codes are on unless said. */
function given({ hasCodes = true } = {}) {
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
  const codes = { check, status: async () => ({ on: hasCodes }) } as unknown as OneTimeCodes;
  const guesses = new Guesses(new Limits(memoryLimits, 'a secret of the vault'));
  const security = { tell: () => undefined } as unknown as SecurityLog;
  const signIn = new SignIn(accounts, claims, { match } as Credentials, guesses, codes, security);
  return { signIn, stepUp: new StepUp(signIn, codes) };
}

const context = {
  metadata,
  keyed: false,
  session: { accountId: 'ada', sid: 's-1', roles: [], version: 0, signedInAt: 0, endsAt: 0 },
};
/** What each came to: the refusal's code, or 'in'. */
const came = (to: Promise<unknown>) =>
  to.then(
    () => 'in',
    (refusal: { code: string }) => refusal.code,
  );

describe('a step-up', () => {
  it('asks for the password first, and for the code of who has codes on', async () => {
    const [bea, ada] = [given({ hasCodes: false }).stepUp, given().stepUp];
    for (const stepUp of [ada, bea]) {
      expect(await came(stepUp.prove({}, context))).toBe('password-required');
      expect(await came(stepUp.prove({ password: '', otp: CODE }, context))).toBe('password-required');
      expect(await came(stepUp.prove({ password: 'wrong horse 7', otp: CODE }, context))).toBe('password-wrong');
    }
    expect(await bea.prove({ password: RIGHT }, context)).toBe('pw-1');
    expect(await came(ada.prove({ password: RIGHT, otp: '' }, context))).toBe('otp-required');
    expect(await came(ada.prove({ password: RIGHT, otp: OTHER_CODE }, context))).toBe('otp-wrong');
    expect(await ada.prove({ password: RIGHT, otp: CODE }, context)).toBe('pw-1');
  });
});

describe('a password between one-time codes', () => {
  type Given = ReturnType<typeof given>;
  const logIn = ({ signIn }: Given, code: string | null, password = RIGHT) =>
    came(signIn.login(EMAIL, password, code, metadata));
  const alone = ({ signIn }: Given) => came(signIn.confirm('ada', RIGHT, metadata));
  const twice = ({ stepUp }: Given, otp: string | null) => came(stepUp.prove({ password: RIGHT, otp }, context));

  it.each<[string, (ada: Given) => Promise<string>, string]>([
    ['at the login, without a code', (ada) => logIn(ada, null), 'otp-required'],
    ['for a step-up, without a code', (ada) => twice(ada, null), 'otp-required'],
    ['behind a mailed link, which asks for no code', alone, 'in'],
  ])('that is right %s gives no more tries of codes', async (_, between, refusal) => {
    const ada = given();
    for (let n = 0; n < 10; n += 1) {
      expect(await between(ada)).toBe(refusal);
      expect(await logIn(ada, OTHER_CODE)).toBe('otp-wrong');
    }
    expect(await logIn(ada, CODE)).toBe('too-many');
    expect(await between(ada)).toBe('too-many');
  });

  it('gives no more of them either where its owner has logged in, asked for within a session', async () => {
    const ada = given();
    expect(await logIn(ada, CODE)).toBe('in');
    for (let n = 0; n < 10; n += 1) {
      expect(await alone(ada)).toBe('in');
      expect(await twice(ada, OTHER_CODE)).toBe('otp-wrong');
    }
    expect(await twice(ada, CODE)).toBe('too-many');
  });

  it('is no guess as long as the code is asked for', async () => {
    const ada = given();
    for (let n = 0; n < 30; n += 1) expect(await logIn(ada, null)).toBe('otp-required');
    expect(await logIn(ada, CODE)).toBe('in');
  });

  it('counts with them when it is wrong, whatever code comes with it', async () => {
    const ada = given();
    for (let n = 0; n < 5; n += 1) {
      expect(await logIn(ada, CODE, 'wrong horse 7')).toBe('login-incorrect');
      expect(await logIn(ada, OTHER_CODE)).toBe('otp-wrong');
    }
    expect(await logIn(ada, CODE)).toBe('too-many');
  });

  it('begins the count anew with the right code, and only then', async () => {
    const ada = given();
    for (let n = 0; n < 9; n += 1) await logIn(ada, OTHER_CODE);
    expect(await logIn(ada, CODE)).toBe('in');
    for (let n = 0; n < 9; n += 1) await twice(ada, OTHER_CODE);
    expect(await twice(ada, CODE)).toBe('in');
  });

  it('begins the count anew by itself where no codes are on', async () => {
    const ada = given({ hasCodes: false });
    for (let n = 0; n < 9; n += 1) expect(await logIn(ada, null, 'wrong horse 7')).toBe('login-incorrect');
    expect(await alone(ada)).toBe('in');
    for (let n = 0; n < 9; n += 1) await logIn(ada, null, 'wrong horse 7');
    expect(await logIn(ada, null)).toBe('in');
  });
});
