import { Injectable } from '@nestjs/common';
import { Sessions } from '../platform/auth/sessions.js';
import { Commands } from '../platform/commands.js';
import type { Handled, Origin } from '../platform/decider.js';
import { InjectClock } from '../platform/platform.js';
import { type AccountCommand, type AccountEvent, type AccountState, account } from './account.js';

type AccountCommandClass<D> = new (id: string, data: D, origin: Origin) => AccountCommand;

/** Where commands on accounts are handed in. What ends sessions has ended them in this process before it is answered. */
@Injectable()
export class AccountDesk {
  constructor(
    private readonly commands: Commands,
    private readonly sessions: Sessions,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** @throws Refused */
  async ask<D>(
    command: AccountCommandClass<D>,
    accountId: string,
    data: D,
    origin: Origin,
  ): Promise<Handled<AccountState, AccountEvent>> {
    const handled = await this.commands.execute(account, new command(accountId, data, origin));
    this.sessions.raise(accountId, handled.state.tokenVersion);
    return handled;
  }

  /** The account as the log holds it, without anything personal. */
  state(accountId: string): Promise<AccountState> {
    return this.commands.state(account, accountId);
  }

  /** A new session's token, by that state's roles; it is over from the start when sessions were ended since. */
  beginSession(accountId: string, { roles, tokenVersion }: AccountState): string {
    this.sessions.raise(accountId, tokenVersion);
    return this.sessions.begin(accountId, roles, tokenVersion);
  }

  /** ms UTC */
  now(): number {
    return this.clock();
  }
}
