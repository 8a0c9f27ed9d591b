import { Injectable } from '@nestjs/common';
import { type Limit, Limits } from '../http/limits/limits.js';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const LOGINS = { name: 'logins', max: 2_000, seconds: 10 * MINUTE };
const WRONG = {
  pair: { name: 'wrong-pair', max: 10, seconds: 15 * MINUTE },
  client: { name: 'wrong-client', max: 50, seconds: 10 * MINUTE },
  /** Per account: NIST SP 800-63B, 5.2.2 allows at most 100 failed attempts. */
  account: { name: 'wrong-account', max: 100, seconds: 60 * MINUTE },
};
/** Failed attempts elsewhere do not lock out a known pair. A timer of Node lasts at most 24.8 days. */
const TRUSTED = { name: 'known-pair', max: 1, seconds: 14 * DAY };

export interface Admitted {
  /** Every factor is correct: releases this attempt and clears the pair's failures. */
  right(): Promise<void>;
  /** A factor is still missing: releases this attempt. */
  undecided(): Promise<void>;
}

/** Limits password attempts. An attempt counts before its verification, so that concurrent attempts count too. */
@Injectable()
export class Guesses {
  private readonly logins: Limit;
  private readonly wrong: Record<keyof typeof WRONG, Limit>;
  private readonly trusted: Limit;

  constructor(limits: Limits) {
    this.logins = limits.of(LOGINS);
    this.trusted = limits.of(TRUSTED);
    this.wrong = { pair: limits.of(WRONG.pair), client: limits.of(WRONG.client), account: limits.of(WRONG.account) };
  }

  /** Call it right before the verification and report the result. @throws Refused 'too-many' */
  async admit(account: string, client: string): Promise<Admitted> {
    const pair = `${account} ${client}`;
    await this.logins.take(client);
    await this.wrong.pair.take(pair);
    if ((await this.trusted.counted(pair)) > 0) {
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

  async welcome(account: string, client: string): Promise<void> {
    await this.knows(`${account} ${client}`);
  }

  /** Failed attempts within the last hour from networks unknown to the account. */
  wrongLately(account: string): Promise<number> {
    return this.wrong.account.counted(account);
  }

  private async knows(pair: string): Promise<void> {
    await Promise.all([this.wrong.pair.forget(pair), this.trusted.renew(pair)]);
  }
}
