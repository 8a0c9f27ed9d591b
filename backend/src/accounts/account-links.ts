import { Injectable } from '@nestjs/common';
import { type Origin, Refused } from '../platform/decider.js';
import { VerifyEmail } from './account-commands.js';
import { AccountDesk } from './account-desk.js';
import { DetailsChanges } from './details-changes.js';
import { type AccountLink, SignedLinks } from './signed-links.js';

export type AccountLinkPurpose = 'verify' | 'undo';

/** The signed links of account mails that are acted on from the link's page; resetting a password has a form of its own. */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly desk: AccountDesk,
    private readonly details: DetailsChanges,
  ) {}

  /** What the link is for. @throws Refused 'link-invalid' when it is none of ours, was used or has expired */
  async describe(token: string): Promise<{ purpose: AccountLinkPurpose; expiresAt: string }> {
    const { link, expiresAt } = await this.find(token);
    return { purpose: link.purpose, expiresAt: new Date(expiresAt).toISOString() };
  }

  /** @throws Refused 'link-invalid' | 'link-over' */
  async act(token: string, origin: Origin): Promise<{ purpose: AccountLinkPurpose }> {
    const { link, record } = await this.find(token);
    if (link.purpose === 'undo') await this.details.undo(link, record, origin);
    else await this.desk.ask(VerifyEmail, link.accountId, { emailKey: link.emailKey }, origin);
    return { purpose: link.purpose };
  }

  private async find(token: string) {
    const known = await this.links.open<AccountLink>(token);
    if (known?.link.purpose === 'verify' || known?.link.purpose === 'undo') return { ...known, link: known.link };
    throw new Refused('link-invalid', 'not-found', 'This link is not valid any more.');
  }
}
