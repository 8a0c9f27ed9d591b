import { Injectable } from '@nestjs/common';
import type { AccountInfo, Session } from '@supreme-access/contract/api-types.js';
import type { Origin } from '../platform/decider.js';
import type { AccountState } from './account.js';
import { AccountDesk } from './account-desk.js';
import { AccountReader } from './account-reader.js';
import { accountInfo } from './accounts.projection.js';
import { Login } from './login.js';
import { type Admission, type Registrant, Registration } from './registration.js';

const BY_THEMSELVES: Admission = { roles: [], verify: true };

/** Begins sessions: the token and the account's fields, as screens keep them. */
@Injectable()
export class SignIn {
  constructor(
    private readonly attempts: Login,
    private readonly registration: Registration,
    private readonly desk: AccountDesk,
    private readonly reader: AccountReader,
  ) {}

  /** @throws Refused 'login-incorrect' | 'too-many' */
  async login(email: string, password: string, ip: string): Promise<Session> {
    const { accountId, state } = await this.attempts.login(email, password, ip);
    return this.session(accountId, state, await this.reader.info(accountId));
  }

  /** Answers before the read models know the account: everything there is to say came with the request. */
  async register(who: Registrant, admission: Admission | null, origin: Origin): Promise<Session> {
    const { accountId, state } = await this.registration.register(who, admission ?? BY_THEMSELVES, origin);
    const { email, name, phone } = who;
    const { emailVerified, roles } = state;
    const nothingYet = { pendingEmail: null, customerId: null, billingAddress: null, card: null };
    return this.session(
      accountId,
      state,
      accountInfo({ accountId, email, name, phone, emailVerified, roles, ...nothingYet }, 0, this.desk.now()),
    );
  }

  /** For somebody whom a mailed link has let in. */
  async letIn(accountId: string, state: AccountState): Promise<Session> {
    return this.session(accountId, state, await this.reader.info(accountId));
  }

  /** A session for someone whose earlier ones have just ended by their own hand. */
  again(accountId: string, state: AccountState): string {
    return this.desk.beginSession(accountId, state);
  }

  private session(accountId: string, state: AccountState, info: AccountInfo): Session {
    return { success: true, token: this.desk.beginSession(accountId, state), ...info };
  }
}
