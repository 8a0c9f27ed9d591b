import { Injectable } from '@nestjs/common';
import { InjectEventLog } from '../config/tokens.js';
import { subjectOfAccount } from '../customers/accounts/account.js';
import { Accounts } from '../customers/accounts/accounts.js';
import { ours } from '../event-sourcing/ours.js';
import { type Erased, PersonalData } from '../event-sourcing/personal-data.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { newestMark } from '../event-sourcing/watermark.js';
import type { EventLog, Position } from '../stores/event-log/event-log.js';

const ERASED = ['PersonalDataErased', 'ErasureFinished'];

/** A restored vault can lack up to an hour of erasures, so those since the newest mark are repeated. */
@Injectable()
export class RestoredVault {
  constructor(
    private readonly accounts: Accounts,
    private readonly holders: PersonalData,
    private readonly sealer: Sealer,
    @InjectEventLog() private readonly log: EventLog,
  ) {}

  /** Call it after the read models have caught up. `after`: the newest mark's place by default. The sweep removes records that no event names. */
  async eraseAgain(after?: Position): Promise<void> {
    const erased = await this.erasedAfter(after ?? (await newestMark(this.log))?.after ?? 0);
    const accounts: string[] = [];
    for (const accountId of erased.accounts) {
      // The worker finishes accounts that are only closed.
      if ((await this.accounts.state(accountId)).erased) accounts.push(accountId);
    }
    await this.holders.eraseAgain({ ...erased, accounts });
    for (const accountId of accounts) await this.sealer.erase(subjectOfAccount(accountId));
  }

  private async erasedAfter(after: Position): Promise<Erased> {
    const ids = new Map<string, Set<string>>();
    for await (const { type, stream } of ours(this.log.readAll({ after }))) {
      if (!ERASED.includes(type)) continue;
      const cut = stream.indexOf('-');
      const category = stream.slice(0, cut);
      ids.set(category, (ids.get(category) ?? new Set()).add(stream.slice(cut + 1)));
    }
    const of = (category: string) => [...(ids.get(category) ?? [])];
    return { accounts: of('account'), orders: of('order'), invitations: of('invitation') };
  }
}
