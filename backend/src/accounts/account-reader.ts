import { Injectable } from '@nestjs/common';
import type { AccountInfo } from '@supreme-access/contract/api-types.js';
import { Refused } from '../platform/decider.js';
import type { EventLog } from '../platform/log/event-log.js';
import { InjectClock, InjectEventLog } from '../platform/platform.js';
import { Projector } from '../platform/projections/projector.js';
import { Latest } from '../platform/read-models/latest.js';
import { Reads } from '../platform/read-models/reads.js';
import { Streams } from '../platform/streams.js';
import { profilesProjection } from '../profiles/profiles.projection.js';
import { account } from './account.js';
import { type AccountDoc, accountInfo, accountsProjection } from './accounts.projection.js';

/** ms; an erasure waits for everything that was under way */
const SETTLE = 10_000;

/** Accounts as the read models hold them, never older than the account's last event. */
@Injectable()
export class AccountReader {
  constructor(
    private readonly streams: Streams,
    private readonly projector: Projector,
    private readonly reads: Reads,
    private readonly latest: Latest,
    @InjectEventLog() private readonly log: EventLog,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** @throws Refused 'not-found' */
  async find(accountId: string): Promise<AccountDoc> {
    const { state, position } = await this.streams.read(account, accountId);
    if (!state.registered) throw noAccount();
    const isFolded = this.projector.position >= position;
    const doc = isFolded
      ? await this.latest.find(accountsProjection, accountId)
      : await this.latest.logged(accountsProjection, accountId);
    if (!doc) throw noAccount();
    return doc;
  }

  async info(accountId: string): Promise<AccountInfo> {
    const doc = await this.find(accountId);
    return accountInfo(doc, await this.reads.count(profilesProjection, { accountId }), this.clock());
  }

  /** What a person is told we know of them. */
  async exported(accountId: string): Promise<Record<string, unknown>> {
    const doc = await this.find(accountId);
    const { emailKey: _, tokenVersion: __, passwordRecord: ___, words: ____, registeredAt, ...account } = doc;
    return { ...account, registeredAt: new Date(registeredAt).toISOString() };
  }

  async hasAdmin(): Promise<boolean> {
    return (await this.reads.count(accountsProjection, { roles: { has: 'admin' }, erased: false })) > 0;
  }

  /** Resolves once everything in the log by now is folded. @throws Refused 'not-ready' */
  async settled(): Promise<void> {
    if (await this.projector.passed(await this.log.head(), SETTLE)) return;
    throw new Refused('not-ready', 'unavailable', 'The read models are far behind. Try again in a moment.', 10);
  }
}

function noAccount(): Refused {
  return new Refused('not-found', 'not-found', 'There is no such account.');
}
