import { Injectable } from '@nestjs/common';
import type { LinkProof } from '@supreme-access/contract/shapes/orders.js';
import { InjectClock } from '../../config/tokens.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import type { Session as SignedInAs } from '../../event-sourcing/requester.js';
import { MailedLinks } from '../../mail/mailed-links.js';
import type { AccountState } from './account.js';
import { RequestVerification } from './account-address.js';
import { type AccountLink, type AccountLinkPurpose, type FollowedLink, VERIFY_WITHIN } from './account-link.js';
import { Accounts } from './accounts.js';

interface Found {
  link: FollowedLink;
  record: string;
  /** ms UTC */
  expiresAt: number;
}

@Injectable()
export class AccountLinks {
  constructor(
    private readonly links: MailedLinks,
    private readonly accounts: Accounts,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** @throws Refused 'link-invalid' when the link is unknown, used or expired */
  async describe(token: string, reader: SignedInAs | null) {
    const { link, record, expiresAt } = await this.find(token);
    if (!isOpen(link, record, await this.accounts.state(link.accountId), this.clock())) throw linkInvalid();
    const purpose: AccountLinkPurpose = link.purpose === 'undo' ? 'undo' : 'verify';
    return { purpose, expiresAt: new Date(expiresAt).toISOString(), proof: proofOf(link, reader) };
  }

  /** Returns whether this request causes a mail. @throws Refused 'too-many' */
  async sendAgain(accountId: string, metadata: CommandMetadata): Promise<boolean> {
    const { emailKey, emailVerified } = await this.accounts.state(accountId);
    if (emailVerified) return false;
    const link: AccountLink = { purpose: 'verify', accountId, emailKey };
    return this.links.offer(link, this.clock() + VERIFY_WITHIN, (linkRecord) =>
      this.accounts.ask(RequestVerification, accountId, { emailKey, linkRecord }, metadata),
    );
  }

  /** @throws Refused 'link-invalid' */
  async find(token: string): Promise<Found> {
    const found = await this.open(token);
    if (found === null) throw linkInvalid();
    return found;
  }

  async open(token: string): Promise<Found | null> {
    const opened = await this.links.open<AccountLink>(token);
    const { link } = opened ?? {};
    const isOne = link && (link.purpose === 'verify' || link.purpose === 'move' || link.purpose === 'undo');
    return opened && isOne ? { ...opened, link } : null;
  }
}

export function proofOf(link: FollowedLink, reader: SignedInAs | null): LinkProof {
  if (link.purpose === 'undo' || reader?.accountId === link.accountId) return 'none';
  return link.purpose === 'move' ? 'password' : 'choice';
}

function isOpen(link: FollowedLink, record: string, state: AccountState, now: number): boolean {
  if (state.closed) return false;
  switch (link.purpose) {
    case 'verify':
      return !state.emailVerified && state.emailKey === link.emailKey;
    case 'move':
      return state.pending?.linkRecord === record;
    case 'undo':
      return state.left.some(({ linkRecord, until }) => linkRecord === record && until > now);
  }
}

function linkInvalid(): Refused {
  return new Refused('link-invalid', 'not-found', 'This link is no longer valid.');
}
