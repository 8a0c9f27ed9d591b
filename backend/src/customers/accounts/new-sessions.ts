import { Injectable } from '@nestjs/common';
import { type Repeatable, RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { Accounts } from './accounts.js';

interface Change<T> {
  /** whatever may refuse it; what it finds is kept for copies of the request */
  admitted(): Promise<T>;
  /** ends all sessions of the account, under the id of the request */
  does(found: T): Promise<unknown>;
}

/** Commands that end all sessions of whoever asks and are answered with a new one. */
@Injectable()
export class NewSessions {
  constructor(
    private readonly accounts: Accounts,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /** The token of the new session: of eight copies the same. @throws Refused 'already-done' once it is over */
  async after<T>(accountId: string, asked: Repeatable, { admitted, does }: Change<T>): Promise<string> {
    const { token } = await this.repeats.once<{ found: T; token: string }>(asked, {
      purpose: 'session',
      target: accountId,
      isDone: () => this.accounts.isDone(accountId, asked.origin),
      make: async () => {
        const found = await admitted();
        await this.repeats.willEndSession(asked);
        const { tokenVersion } = await this.accounts.state(accountId);
        // Of the version that the change will raise the account's to: any other one ends this session too.
        return { found, token: await this.accounts.signSession(accountId, tokenVersion + 1) };
      },
      does: ({ found }) => does(found),
      stands: ({ token }) => this.accounts.admit(token),
    });
    return token;
  }
}
