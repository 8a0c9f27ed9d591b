import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { PASSWORD_MAX } from '@supreme-access/contract/limits.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import type { Logger } from 'pino';
import { Guesses } from '../../auth/guesses.js';
import { Passwords, passwordProblem, type Turn } from '../../auth/passwords.js';
import { InjectClock, InjectVault, LOGGER } from '../../config/tokens.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { randomId } from '../../event-sourcing/ids.js';
import { KeepsRecords, type RecordKeeper } from '../../event-sourcing/record-keepers.js';
import { type Repeatable, RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { MailBudget } from '../../mail/mail-budget.js';
import { MailedLinks } from '../../mail/mailed-links.js';
import { Reads } from '../../projections/reads.js';
import { referencedSecret } from '../../stores/vault/referenced-secret.js';
import type { Vault, VaultKind } from '../../stores/vault/vault.js';
import type { AccountState } from './account.js';
import { VerifyEmail } from './account-address.js';
import { type AccountLink, RESET_WITHIN } from './account-link.js';
import { ChangePassword, linkOver, ReplacePassword, RequestPasswordReset, ResetPassword } from './account-security.js';
import { Accounts } from './accounts.js';
import { accountsProjection } from './accounts.projection.js';
import { EmailClaims } from './email-claims.js';
import { Emptying } from './forgetting.worker.js';

export const CODE = { max: 40, description: 'a one-time or a recovery code, of who has them on' } as const;
export const PASSWORD = { max: PASSWORD_MAX * 4, verbatim: true } as const;
/** ms until the request is answered */
const AFTER_ANSWER = 100;

/** A hash is written under a new name before the event that names it. */
@KeepsRecords()
@Injectable()
export class Credentials implements RecordKeeper {
  readonly records = ['password'] as const;

  constructor(
    private readonly passwords: Passwords,
    private readonly reads: Reads,
    @InjectVault() private readonly vault: Vault,
  ) {}

  async named(_: VaultKind, records: readonly string[]): Promise<ReadonlySet<string>> {
    const accounts = await this.reads.find(accountsProjection, { where: { passwordRecord: { in: records } } });
    return new Set(accounts.map(({ passwordRecord }) => passwordRecord ?? ''));
  }

  /** `own`: email, name and phone of the owner. @throws Refused 'password-...' */
  check(password: string, own: readonly string[] = []): void {
    const problem = passwordProblem(password, own);
    if (problem === 'common') {
      throw new Refused('password-common', 'invalid', 'This password is too common. Please choose another one.');
    }
    if (problem === 'own-words') {
      const text = 'This password is easy to guess for anyone who knows you or this shop. Please choose another one.';
      throw new Refused('password-common', 'invalid', text);
    }
    if (problem) throw new Refused(`password-${problem}`, 'invalid', TEXTS.form);
  }

  /** Returns the record's name. A repeated request keeps its `record`, or gets a new one after the sweep. */
  async keep(password: string, { client = '' }: CommandMetadata, record = randomId()): Promise<string> {
    const kept = await this.vault.get('password', record);
    if (kept !== undefined && kept !== 'erased') return record;
    const free = kept === undefined ? record : randomId();
    await this.vault.put('password', free, await this.passwords.hash(password, { client }));
    return free;
  }

  /** A missing password takes as long as a wrong one. @throws StaleVault */
  async match(record: string | null, password: string, turn: Turn): Promise<boolean> {
    // The same read happens without an account, against timing attacks.
    const none = () => this.vault.get<string>('password', 'nobody').then(() => 'erased' as const);
    const kept = record === null ? await none() : await referencedSecret<string>(this.vault, 'password', record);
    return kept === 'erased'
      ? this.passwords.verifyNothing(password, turn)
      : this.passwords.verify(kept.value, password, turn);
  }

  /** Takes as long as `keep`, against timing attacks. */
  async keepNothing(password: string, { client = '' }: CommandMetadata): Promise<void> {
    await this.passwords.hash(password, { client });
  }

  async forget(record: string): Promise<void> {
    await this.vault.erase('password', record);
  }
}

@Injectable()
export class NewPasswords {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly links: MailedLinks,
    private readonly emptying: Emptying,
    private readonly guesses: Guesses,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /** Copies of a request get the same answer for ten minutes. @throws Refused 'link-over' | 'password-...' */
  async reset(token: string, password: string, context: Repeatable): Promise<void> {
    const { metadata } = context;
    await this.repeats.once<{ accountId: string; linkRecord: string }>(context, {
      purpose: 'reset',
      target: '',
      isDone: async (made) => made !== null && (await this.accounts.isDone(made.accountId, metadata)),
      make: () => this.resetBy(token, password),
      does: async ({ accountId, linkRecord }) => {
        // The owner may be signed in while following the link.
        await this.repeats.willEndSession(context, accountId);
        await this.setByLink(accountId, linkRecord, password, metadata).catch((error: unknown) => {
          throw error instanceof Refused && ['link-over', 'erased'].includes(error.code) ? resetOver() : error;
        });
      },
      isValid: () => true,
    });
  }

  private async resetBy(token: string, password: string): Promise<{ accountId: string; linkRecord: string }> {
    this.credentials.check(password);
    const opened = await this.links.open<AccountLink>(token);
    if (opened?.link.purpose !== 'reset') throw resetOver();
    const { record: linkRecord, link } = opened;
    const { resets } = await this.accounts.state(link.accountId);
    if (!resets.some((one) => one.linkRecord === linkRecord)) throw resetOver();
    await this.checkFor(link.accountId, password);
    return { accountId: link.accountId, linkRecord };
  }

  private async setByLink(
    accountId: string,
    linkRecord: string,
    password: string,
    metadata: CommandMetadata,
  ): Promise<void> {
    const before = await this.accounts.state(accountId);
    const ask = (passwordRecord: string) =>
      this.accounts.ask(ResetPassword, accountId, { linkRecord, passwordRecord }, metadata);
    const state = await this.replaceBy(ask, password, before, metadata);
    await this.links.forget(linkRecord);
    if (state.emailKey !== null) await this.guesses.welcome(state.emailKey, metadata.client ?? '');
    await this.emptying.begin(accountId, state, derivedMetadata(metadata));
  }

  /** Ends earlier credentials and data. @throws Refused 'link-over' | 'password-...' */
  async verify(
    { accountId, emailKey }: Extract<AccountLink, { purpose: 'verify' }>,
    password: string,
    metadata: CommandMetadata,
  ): Promise<AccountState> {
    this.credentials.check(password);
    const before = await this.accounts.state(accountId);
    if (before.emailVerified || before.emailKey !== emailKey) throw linkOver();
    await this.checkFor(accountId, password);
    const ask = (newPasswordRecord: string) =>
      this.accounts.ask(VerifyEmail, accountId, { emailKey, by: { newPasswordRecord } }, metadata);
    const state = await this.replaceBy(ask, password, before, metadata);
    await this.emptying.begin(accountId, state, derivedMetadata(metadata));
    return state;
  }

  /** Call `checkFor` first. `current`: record that the old password matched */
  async change(accountId: string, current: string, password: string, metadata: CommandMetadata): Promise<AccountState> {
    const ask = (passwordRecord: string) =>
      this.accounts.ask(ChangePassword, accountId, { current, passwordRecord }, metadata);
    return this.replaceBy(ask, password, { passwordRecord: current }, metadata);
  }

  async replace(accountId: string, password: string, metadata: CommandMetadata): Promise<void> {
    this.credentials.check(password);
    const before = await this.accounts.state(accountId);
    const ask = (passwordRecord: string) => this.accounts.ask(ReplacePassword, accountId, { passwordRecord }, metadata);
    await this.replaceBy(ask, password, before, metadata);
  }

  /** `more`: other words that strangers know. @throws Refused 'password-...' */
  async checkFor(accountId: string, password: string, more: readonly string[] = []): Promise<void> {
    const { email, name, phone } = await this.accounts.find(accountId);
    this.credentials.check(password, [email, name, phone, ...more]);
  }

  /** Writes the new hash before the event and erases the old one after. `password` null: there is no new one. */
  async replaceBy<R extends string | null>(
    ask: (passwordRecord: string | R) => Promise<{ state: AccountState }>,
    password: string | R,
    { passwordRecord: before }: Pick<AccountState, 'passwordRecord'>,
    metadata: CommandMetadata,
  ): Promise<AccountState> {
    const record = this.repeats.idOf('password', '', metadata);
    const { state } = await ask(password === null ? password : await this.credentials.keep(password, metadata, record));
    if (before && before !== state.passwordRecord) await this.credentials.forget(before);
    return state;
  }
}

/** All work happens after the answer, so that neither text nor time reveals an account. */
@Injectable()
export class ForgottenPasswords implements BeforeApplicationShutdown {
  private readonly requests = new Set<Promise<void>>();
  private readonly answered = () => wait(AFTER_ANSWER);

  constructor(
    private readonly accounts: Accounts,
    private readonly claims: EmailClaims,
    private readonly links: MailedLinks,
    @InjectClock() private readonly clock: () => number,
    private readonly budget: MailBudget,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  begin(email: string, { settled: _, ...origin }: CommandMetadata): void {
    const request = this.answered()
      .then(() => this.request(email, origin))
      .catch((error: unknown) => this.logger.error({ err: error }, 'a password reset was not begun'))
      .finally(() => this.requests.delete(request));
    this.requests.add(request);
  }

  /** A stop waits for resets whose request was answered. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.requests);
  }

  private async request(email: string, metadata: CommandMetadata): Promise<void> {
    const emailKey = this.claims.keyOf(email);
    const accountId = await this.claims.accountOf(emailKey);
    if (accountId === null || !(await this.budget.allows(email, [metadata.client]))) return;
    const expiresAt = this.clock() + RESET_WITHIN;
    await this.links.offer<AccountLink>({ purpose: 'reset', accountId, emailKey }, expiresAt, (linkRecord) =>
      this.accounts.ask(RequestPasswordReset, accountId, { linkRecord, expiresAt }, metadata),
    );
  }
}

function resetOver(): Refused {
  return new Refused('link-over', 'invalid', TEXTS.form);
}
