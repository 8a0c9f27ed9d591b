import { Injectable } from '@nestjs/common';
import type { AccountInfo } from '@supreme-access/contract/shapes/people.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import { HELD_FOR } from '../../auth/session-lives.js';
import { InjectClock } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, type Handled, noSuch, Refused } from '../../event-sourcing/decider.js';
import { isUuid } from '../../event-sourcing/ids.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { Projector } from '../../projections/projector.js';
import { Reads } from '../../projections/reads.js';
import { SessionList } from '../access/session-list.js';
import {
  GrantRole,
  rolesOf,
  STAFF,
  type StaffCommand,
  type StaffEvent,
  type StaffRole,
  type StaffState,
  staff,
  wasGranted,
} from '../access/staff.js';
import { profilesProjection } from '../profiles/profiles.projection.js';
import { type AccountCommand, type AccountEvent, type AccountState, account } from './account.js';
import { type AccountDoc, accountInfo, accountsProjection } from './accounts.projection.js';

type AccountCommandClass<D> = new (id: string, data: D, metadata: CommandMetadata) => AccountCommand;

/** ms that an erasure waits for the read models */
const SETTLE = 10_000;

@Injectable()
export class Accounts {
  constructor(
    private readonly commands: Commands,
    private readonly book: SessionList,
    private readonly reads: Reads,
    private readonly latest: ConsistentReads,
    private readonly projector: Projector,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async ask<D>(
    command: AccountCommandClass<D>,
    accountId: string,
    data: D,
    metadata: CommandMetadata,
  ): Promise<Handled<AccountState, AccountEvent>> {
    const handled = await this.commands.execute(account, new command(accountId, data, metadata));
    this.book.raise(accountId, handled.state.tokenVersion);
    return handled;
  }

  state(accountId: string): Promise<AccountState> {
    return this.commands.state(account, accountId);
  }

  /** `accountId` is unvalidated input. @throws Refused 'not-found' */
  async registered(accountId: string): Promise<AccountState> {
    const state = isUuid(accountId) ? await this.state(accountId) : null;
    if (!state?.registered) throw noSuch('account');
    return state;
  }

  /** @throws Refused 'not-found' | 'erased' */
  async open(accountId: string): Promise<AccountState> {
    const state = await this.registered(accountId);
    if (state.closed) throw new Refused('erased', 'gone', 'This account was erased.');
    return state;
  }

  /** Returns whether this request appended events. @throws Refused when another request used the command id */
  isDone(accountId: string, metadata: CommandMetadata): Promise<boolean> {
    return this.commands.isDone(account, accountId, metadata);
  }

  async unlessDone(accountId: string, metadata: CommandMetadata, does: () => Promise<unknown>): Promise<void> {
    if (isUuid(accountId)) await this.commands.unlessDone(account, accountId, metadata, does);
    else await does();
  }

  /** The document is never older than the last event. @throws Refused 'not-found' */
  async find(accountId: string): Promise<AccountDoc> {
    const { registered } = await this.state(accountId);
    const doc = registered ? await this.latest.current(accountsProjection, accountId) : undefined;
    if (!doc) throw noSuch('account');
    return doc;
  }

  async info(accountId: string): Promise<AccountInfo> {
    const doc = await this.find(accountId);
    const [roles, profiles] = await Promise.all([
      this.roles(accountId),
      this.reads.count(profilesProjection, { accountId }),
    ]);
    return accountInfo({ ...doc, roles }, profiles, this.clock());
  }

  async mustEnrol(accountId: string): Promise<boolean> {
    return this.book.mustEnrol(accountId, await this.roles(accountId));
  }

  async beginSession(accountId: string, { tokenVersion }: AccountState): Promise<string> {
    this.book.raise(accountId, tokenVersion);
    const token = await this.signSession(accountId, tokenVersion);
    await this.admit(token);
    return token;
  }

  /** Signs a token before a command ends all other sessions; `admit` begins its session. */
  async signSession(accountId: string, tokenVersion: number, roles?: readonly Role[]): Promise<string> {
    return this.book.sign(accountId, roles ?? (await this.roles(accountId)), tokenVersion);
  }

  admit(token: string): Promise<boolean> {
    return this.book.admit(token);
  }

  /** For the projector's start, whose events follow what is read here; before the server accepts requests. */
  async loadEndedSessions(): Promise<void> {
    const recent = { sessionsEndedAt: { gt: this.clock() - HELD_FOR } };
    const ended = await this.reads.find(accountsProjection, { where: recent, sort: [['sessionsEndedAt', 'asc']] });
    for (const { accountId, tokenVersion, sessionsEndedAt } of ended)
      this.book.raise(accountId, tokenVersion, sessionsEndedAt ?? 0);
    await this.book.load();
  }

  async roles(accountId: string): Promise<Role[]> {
    return rolesOf(await this.staff(), accountId);
  }

  async wereGranted(accountId: string, roles: readonly Role[]): Promise<boolean> {
    const state = await this.staff();
    return roles.every((role) => wasGranted(state, accountId, role));
  }

  staff(): Promise<StaffState> {
    return this.commands.state(staff, STAFF);
  }

  async askStaff(command: StaffCommand): Promise<Handled<StaffState, StaffEvent>> {
    const handled = await this.commands.execute(staff, command);
    this.book.staffIs(handled.state, handled.position);
    return handled;
  }

  async giveRole(accountId: string, role: StaffRole, metadata: CommandMetadata): Promise<void> {
    await this.askStaff(new GrantRole(STAFF, { accountId, role }, metadata));
  }

  hasChangedStaff(metadata: CommandMetadata): Promise<boolean> {
    return this.commands.isDone(staff, STAFF, metadata);
  }

  /** Resolves once the read models include every event of the log. @throws Refused 'not-ready' */
  async settled(): Promise<void> {
    if (await this.projector.reached(SETTLE)) return;
    throw new Refused('not-ready', 'unavailable', 'We are catching up. Try again in a moment.', 10);
  }
}
