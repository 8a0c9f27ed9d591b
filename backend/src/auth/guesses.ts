import { Injectable } from '@nestjs/common';
import { type Limit, Limits } from '../http/limits/limits.js';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Of one client network: a drop brings hundreds of people from one address, each with a right password. */
const LOGINS = { name: 'logins', max: 2_000, seconds: 10 * MINUTE };
const WRONG = {
  /** of one network for one account */
  pair: { name: 'wrong-pair', max: 10, seconds: 15 * MINUTE },
  /** of one network for whatever account */
  client: { name: 'wrong-client', max: 50, seconds: 10 * MINUTE },
  /** for one account from wherever: NIST SP 800-63B, 5.2.2, wants no more than 100 */
  account: { name: 'wrong-account', max: 100, seconds: 60 * MINUTE },
};
/** Where somebody logged in to an account, no stranger's guesses count. Below 24.8 days, the longest that a timer of Node lasts. */
const KNOWN = { name: 'known-pair', max: 1, seconds: 14 * DAY };

/** A try that was let through. */
export interface Admitted {
  /** all that was asked for was right: it does not count, nor do those before it */
  right(): Promise<void>;
  /** a part of what is asked for is still to come: it does not count, and proves nothing */
  undecided(): Promise<void>;
}

/**
 * Bounds how often passwords are tried. A try is counted before the password is looked at, and given back when it was right, so that
 * many at once are counted too. Pairs of account and network come first: what a stranger tries elsewhere shuts nobody out from where
 * they have logged in before.
 */
@Injectable()
export class Guesses {
  private readonly logins: Limit;
  private readonly wrong: Record<keyof typeof WRONG, Limit>;
  private readonly known: Limit;

  constructor(limits: Limits) {
    this.logins = limits.of(LOGINS);
    this.known = limits.of(KNOWN);
    this.wrong = { pair: limits.of(WRONG.pair), client: limits.of(WRONG.client), account: limits.of(WRONG.account) };
  }

  /** Call it when the turn to look has come; returns what to call by what came of it. @throws Refused 'too-many' */
  async admit(account: string, client: string): Promise<Admitted> {
    const pair = `${account} ${client}`;
    await this.logins.take(client);
    await this.wrong.pair.take(pair);
    if ((await this.known.counted(pair)) > 0) {
      return { right: () => this.knows(pair), undecided: () => this.wrong.pair.giveBack(pair) };
    }
    await this.wrong.client.take(client);
    await this.wrong.account.take(account);
    const giveBack = async () => {
      await Promise.all([this.wrong.client.giveBack(client), this.wrong.account.giveBack(account)]);
    };
    return {
      right: async () => {
        await Promise.all([giveBack(), this.knows(pair)]);
      },
      undecided: async () => {
        await Promise.all([giveBack(), this.wrong.pair.giveBack(pair)]);
      },
    };
  }

  /** Somebody proved to be the owner otherwise: from here no stranger's guesses count. */
  async welcome(account: string, client: string): Promise<void> {
    await this.knows(`${account} ${client}`);
  }

  /** Wrong tries for an account within the last hour, from where nobody had logged in to it before. */
  wrongLately(account: string): Promise<number> {
    return this.wrong.account.counted(account);
  }

  private async knows(pair: string): Promise<void> {
    await Promise.all([this.wrong.pair.forget(pair), this.known.renew(pair)]);
  }
}
