import { Injectable } from '@nestjs/common';
import { type Repeatable, RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { Accounts } from './accounts.js';

interface Change<T> {
  admitted(): Promise<T>;
  /** ends all sessions of the account, under the command id of the request */
  does(found: T): Promise<unknown>;
}

@Injectable()
export class NewSessions {
  constructor(
    private readonly accounts: Accounts,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /** Copies of a request get the same token. @throws Refused 'already-done' once its session has ended */
  async after<T>(accountId: string, context: Repeatable, { admitted, does }: Change<T>): Promise<string> {
    const { token } = await this.repeats.once<{ found: T; token: string }>(context, {
      purpose: 'session',
      target: accountId,
      isDone: () => this.accounts.isDone(accountId, context.metadata),
      make: async () => {
        const found = await admitted();
        await this.repeats.willEndSession(context);
        const { tokenVersion } = await this.accounts.state(accountId);
        // The session has the version that this change sets; any further change ends it.
        return { found, token: await this.accounts.signSession(accountId, tokenVersion + 1) };
      },
      does: ({ found }) => does(found),
      isValid: ({ token }) => this.accounts.admit(token),
    });
    return token;
  }
}
