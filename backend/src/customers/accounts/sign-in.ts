import { Injectable } from '@nestjs/common';
import type { Session } from '@supreme-access/contract/shapes/people.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import { TERMS_VERSION, TEXTS } from '@supreme-access/contract/texts.js';
import { type Admitted, Guesses } from '../../auth/guesses.js';
import { InjectClock } from '../../config/tokens.js';
import { derivedMetadata, furtherStep } from '../../event-sourcing/command-metadata.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { uuidV5 } from '../../event-sourcing/ids.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import type { RequestContext } from '../../event-sourcing/requester.js';
import { requesterOf, SecurityLog } from '../../telemetry/security-log.js';
import { type CodeOutcome, OneTimeCodes } from '../access/one-time-codes.js';
import { otpWrong } from '../access/second-factor.js';
import { isStaffRole } from '../access/staff.js';
import { type AccountState, RegisterAccount } from './account.js';
import { Accounts } from './accounts.js';
import { accountInfo } from './accounts.projection.js';
import { EmailClaims, isMailable } from './email-claims.js';
import { Credentials } from './passwords.js';
import { RegistrationMails } from './registration-mails.js';

/** Every attempt counts, and neither text nor time reveals whether an account exists. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly claims: EmailClaims,
    private readonly credentials: Credentials,
    private readonly guesses: Guesses,
    private readonly codes: OneTimeCodes,
    private readonly security: SecurityLog,
  ) {}

  /** @throws Refused 'login-incorrect' | 'otp-required' | 'otp-wrong' | 'account-locked' | 'too-many' */
  async login(email: string, password: string, otp: string | null, metadata: CommandMetadata): Promise<Session> {
    const key = this.claims.keyOf(email);
    const accountId = await this.claims.accountOf(key);
    // The same reads happen without an account, against timing attacks.
    const state = await this.accounts.state(accountId ?? `nobody-${key}`);
    // Only a right password reveals that codes are on or the account is locked.
    // Each login brings its own code, so it is never a repeated request.
    const code = async () =>
      state.locked ? 'right' : this.codes.check(accountId ?? '', otp, derivedMetadata(metadata));
    const outcome = await this.attempt(key, state.passwordRecord, password, metadata, code);
    const isIn = outcome === 'right' && accountId !== null;
    const facts = { ...requesterOf(metadata), about: accountId, emailKey: key };
    const why = outcome === 'password-wrong' ? {} : { code: state.locked ? 'account-locked' : outcome };
    if (isIn && !state.locked) this.security.tell('login', facts);
    else this.security.tell('login-failed', { ...facts, ...why });
    if (outcome === 'otp-required' || outcome === 'otp-wrong') throw codeRefused(outcome, 'unauthorized');
    if (!isIn) throw new Refused('login-incorrect', 'unauthorized', TEXTS.login);
    return this.letIn(accountId, state);
  }

  /** Returns the matched record. @throws Refused 'password-wrong' | 'otp-required' | 'otp-wrong' | 'too-many' */
  async confirm(accountId: string, password: string, metadata: CommandMetadata, code?: () => Promise<CodeOutcome>) {
    const { emailKey, passwordRecord } = await this.accounts.state(accountId);
    const alone = async () => ((await this.asksForCode(accountId)) ? 'not-asked' : 'right');
    const outcome = await this.attempt(emailKey, passwordRecord, password, metadata, code ?? alone);
    const isRight = outcome === 'right' || outcome === 'not-asked';
    this.security.tell(isRight ? 'step-up' : 'step-up-failed', { ...requesterOf(metadata), about: accountId });
    if (outcome === 'otp-required' || outcome === 'otp-wrong') throw codeRefused(outcome, 'forbidden');
    if (!isRight || passwordRecord === null) {
      throw new Refused('password-wrong', 'forbidden', 'The password is wrong.');
    }
    return passwordRecord;
  }

  async asksForCode(accountId: string): Promise<boolean> {
    return (await this.codes.status(accountId)).on;
  }

  /** `begun`: token of an open session. Only a proven owner gets the refusal. @throws Refused 'account-locked' */
  async letIn(accountId: string, state: AccountState, begun?: string): Promise<Session> {
    if (state.locked) throw new Refused('account-locked', 'forbidden', 'This account is locked. Please write to us.');
    const [info, mustEnrol] = [await this.accounts.info(accountId), await this.accounts.mustEnrol(accountId)];
    const token = begun ?? (await this.accounts.beginSession(accountId, state));
    return { success: true, token, ...info, ...(mustEnrol ? { mustEnrol: true as const } : {}) };
  }

  private async attempt(
    key: string,
    record: string | null,
    password: string,
    { client = '' }: CommandMetadata,
    code: () => Promise<Outcome>,
  ): Promise<Outcome | 'password-wrong'> {
    let admitted: Admitted | undefined;
    const admit = async () => {
      admitted = await this.guesses.admit(key, client);
    };
    if (!(await this.credentials.match(record, password, { client, admit }))) return 'password-wrong';
    const outcome = await code();
    if (outcome === 'right') await admitted?.right();
    // A wrong code counts as a wrong password; a missing code neither counts nor resets the count.
    if (outcome === 'otp-required' || outcome === 'not-asked') await admitted?.undecided();
    return outcome;
  }
}

/** `not-asked`: the password was right; the caller does not check the code */
type Outcome = CodeOutcome | 'not-asked';

function codeRefused(outcome: 'otp-required' | 'otp-wrong', kind: 'unauthorized' | 'forbidden'): Refused {
  if (outcome === 'otp-wrong') return otpWrong(kind);
  return new Refused(outcome, kind, 'Please enter a code from your authenticator app, or a recovery code.');
}

export interface Registrant {
  email: string;
  name: string;
  phone: string;
  password: string;
}
export interface Admission {
  roles: readonly Role[];
  /** runs before the account is made */
  redeem?(accountId: string): Promise<void>;
  verify: boolean;
}

const byThemselves = async (): Promise<Admission> => ({ roles: [], verify: true });

interface Registered {
  accountId: string;
  roles: readonly Role[];
  token: string;
}

/** Claims the address first, then keeps the hash, then makes the account. */
@Injectable()
export class Registration {
  constructor(
    private readonly accounts: Accounts,
    private readonly claims: EmailClaims,
    private readonly credentials: Credentials,
    private readonly mails: RegistrationMails,
    private readonly repeats: RepeatedSecrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Does not wait for read models. @throws Refused 'not-registered' | 'password-...' | 'already-done' */
  async signUp(who: Registrant, context: RequestContext, admitted = byThemselves): Promise<Session> {
    const { metadata } = context;
    const emailKey = this.claims.keyOf(who.email);
    const own = this.newAccount(emailKey, metadata);
    const registered = () =>
      this.repeats.once<Registered>(context, {
        purpose: 'sign-up',
        target: emailKey,
        isDone: async (made) =>
          (await this.claims.isMadeBy(emailKey, own, metadata)) &&
          (made === null || (await this.accounts.wereGranted(made.accountId, made.roles))),
        make: async () => {
          await this.check(who, metadata);
          const roles = rolesOf(await admitted());
          const accountId = await this.claims.claimForNew(emailKey, own, metadata);
          return { accountId, roles, token: await this.accounts.signSession(accountId, 0, roles) };
        },
        does: async ({ accountId }) => this.complete(accountId, who, await admitted(), metadata),
        isValid: ({ token }) => this.accounts.admit(token),
      });
    const { accountId, roles, token } = await this.unlessTaken(registered, who, metadata);
    const { email, name, phone } = who;
    const mustEnrol = await this.accounts.mustEnrol(accountId);
    const nothingYet = { pendingEmail: null, mailBounced: null, customerId: null, billingAddress: null, card: null };
    const fields = { accountId, email, name, phone, emailVerified: false, roles: [...roles], ...nothingYet };
    return { success: true, token, ...accountInfo(fields, 0, this.clock()), ...(mustEnrol && { mustEnrol }) };
  }

  /** For operators; no session begins. @throws Refused 'not-registered' | 'password-...' */
  register(
    who: Registrant,
    admission: Admission,
    metadata: CommandMetadata,
  ): Promise<{ accountId: string; state: AccountState }> {
    const emailKey = this.claims.keyOf(who.email);
    const registered = async () => {
      await this.check(who, metadata);
      const accountId = await this.claims.claimForNew(emailKey, this.newAccount(emailKey, metadata), metadata);
      return { accountId, state: await this.complete(accountId, who, admission, metadata) };
    };
    return this.unlessTaken(registered, who, metadata);
  }

  private newAccount(emailKey: string, metadata: CommandMetadata): string {
    return uuidV5(metadata.commandId, this.repeats.idOf('account', emailKey, metadata));
  }

  private async check({ email, name, phone, password }: Registrant, metadata: CommandMetadata): Promise<void> {
    if (!isMailable(email)) throw new Refused('invalid', 'invalid', TEXTS.form);
    this.credentials.check(password, [email, name, phone]);
    await this.mails.spend(email, metadata);
  }

  private async complete(
    accountId: string,
    { password, ...personal }: Registrant,
    admission: Admission,
    metadata: CommandMetadata,
  ): Promise<AccountState> {
    const emailKey = this.claims.keyOf(personal.email);
    // Another process may have freed the claim.
    await this.claims.claim(emailKey, accountId, metadata);
    const idOf = (purpose: string) => this.repeats.idOf(purpose, accountId, metadata);
    const passwordRecord = await this.credentials.keep(password, metadata, idOf('password'));
    await admission.redeem?.(accountId);
    const verifyLink = admission.verify ? await this.mails.verifyLink(accountId, emailKey, idOf('verify-link')) : null;
    const facts = { emailKey, passwordRecord, termsVersion: TERMS_VERSION, verifyLink, personal };
    const { state } = await this.accounts.ask(RegisterAccount, accountId, facts, metadata);
    for (const role of admission.roles.filter(isStaffRole))
      await this.accounts.giveRole(accountId, role, furtherStep(metadata, `role ${role}`));
    return state;
  }

  /** A taken address takes as long as a free one, so that time does not reveal an account. */
  private async unlessTaken<T>(registered: () => Promise<T>, who: Registrant, metadata: CommandMetadata): Promise<T> {
    try {
      return await registered();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'email-taken') throw error;
      await this.credentials.keepNothing(who.password, metadata);
      await this.mails.tellOwner(this.claims.keyOf(who.email), metadata);
      throw new Refused('not-registered', 'conflict', TEXTS.register);
    }
  }
}

function rolesOf({ roles }: Admission): Role[] {
  return [...new Set<Role>(['shopper', ...roles])];
}
