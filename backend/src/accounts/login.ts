import { Injectable } from '@nestjs/common';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Refused } from '../platform/decider.js';
import { SlidingLimit } from '../platform/http/limits.js';
import type { AccountState } from './account.js';
import { AccountDesk } from './account-desk.js';
import { Credentials } from './credentials.js';
import { EmailClaims } from './email-claims.js';

const PER_ACCOUNT = { max: 10, windowMs: 15 * 60_000 };
const PER_ADDRESS = { max: 300, windowMs: 10 * 60_000 };

/** Checks passwords. Wrong ones are counted per account and per client address; who has an account shows in neither text nor time. */
@Injectable()
export class Login {
  private readonly byAccount: SlidingLimit;
  private readonly byAddress: SlidingLimit;
  /** the last attempt under way per account: one after the other, so that many at once are counted too */
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly desk: AccountDesk,
    private readonly claims: EmailClaims,
    private readonly credentials: Credentials,
  ) {
    const clock = () => desk.now();
    this.byAccount = new SlidingLimit(PER_ACCOUNT, clock);
    this.byAddress = new SlidingLimit(PER_ADDRESS, clock);
  }

  /** @throws Refused 'login-incorrect' | 'too-many' */
  async login(email: string, password: string, ip: string): Promise<{ accountId: string; state: AccountState }> {
    const key = this.claims.keyOf(email);
    return this.inTurn(key, async () => {
      const accountId = await this.claims.accountOf(key);
      const state = accountId === null ? null : await this.desk.state(accountId);
      const isRight = await this.attempt(key, state?.passwordRecord ?? null, password, ip);
      if (!isRight || !accountId || !state) throw new Refused('login-incorrect', 'unauthorized', TEXTS.login);
      return { accountId, state };
    });
  }

  /** Asks a signed-in person for the password again. Answers the record it was checked against. @throws Refused 'password-wrong' */
  async confirm(accountId: string, password: string, ip: string): Promise<string> {
    const { emailKey } = await this.desk.state(accountId);
    return this.inTurn(emailKey, async () => {
      const { passwordRecord } = await this.desk.state(accountId);
      const isRight = await this.attempt(emailKey, passwordRecord, password, ip);
      if (!isRight || passwordRecord === null) {
        throw new Refused('password-wrong', 'forbidden', 'The password is not right.');
      }
      return passwordRecord;
    });
  }

  private async attempt(key: string, record: string | null, password: string, ip: string): Promise<boolean> {
    this.byAddress.check(ip);
    this.byAccount.check(key);
    const isRight = await this.credentials.match(record, password);
    if (isRight) {
      this.byAccount.forget(key);
    } else {
      this.byAccount.count(key);
      this.byAddress.count(ip);
    }
    return isRight;
  }

  private async inTurn<T>(key: string, attempt: () => Promise<T>): Promise<T> {
    const before = this.turns.get(key) ?? Promise.resolve();
    const own = before.then(attempt, attempt);
    this.turns.set(key, own);
    try {
      return await own;
    } finally {
      if (this.turns.get(key) === own) this.turns.delete(key);
    }
  }
}
