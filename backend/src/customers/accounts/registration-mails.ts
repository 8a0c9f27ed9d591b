import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../config/tokens.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { MailBudget } from '../../mail/mail-budget.js';
import { MailedLinks } from '../../mail/mailed-links.js';
import { type AccountLink, RESET_WITHIN, VERIFY_WITHIN } from './account-link.js';
import { NotifyOwner } from './account-security.js';
import { Accounts } from './accounts.js';
import { emailTaken } from './email.js';
import { EmailClaims } from './email-claims.js';

@Injectable()
export class RegistrationMails {
  constructor(
    private readonly accounts: Accounts,
    private readonly claims: EmailClaims,
    private readonly links: MailedLinks,
    private readonly budget: MailBudget,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** At the limit an address is as good as taken, which reveals no account. @throws Refused 'email-taken' */
  async spend(email: string, { client }: CommandMetadata): Promise<void> {
    if (!(await this.budget.allows(email, [client]))) throw emailTaken();
  }

  verifyLink(accountId: string, emailKey: string, record: string): Promise<string> {
    const link: AccountLink = { purpose: 'verify', accountId, emailKey };
    return this.links.make(link, this.clock() + VERIFY_WITHIN, record);
  }

  async tellOwner(emailKey: string, metadata: CommandMetadata): Promise<void> {
    const accountId = await this.claims.accountOf(emailKey);
    if (accountId === null) return;
    const expiresAt = this.clock() + RESET_WITHIN;
    const offered = this.links.offer<AccountLink>({ purpose: 'reset', accountId, emailKey }, expiresAt, (linkRecord) =>
      this.accounts.ask(NotifyOwner, accountId, { linkRecord, expiresAt }, derivedMetadata(metadata)),
    );
    await offered.catch((error: unknown) => {
      if (!(error instanceof Refused && error.code === 'erased')) throw error;
    });
  }
}
