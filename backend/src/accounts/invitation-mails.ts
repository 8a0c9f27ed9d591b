import { Injectable } from '@nestjs/common';
import { type ComposedMail, Letters, type MailOutcome, type MailSource } from '../mail/mailing.js';
import { Commands } from '../platform/commands.js';
import type { Config } from '../platform/config.js';
import { workerOrigin } from '../platform/origins.js';
import { InjectClock, InjectConfig } from '../platform/platform.js';
import { type AccountMail, accountLetter } from './account-letters.js';
import { INVITATION_MAILS } from './invitation.due.js';
import { invitation, RecordInvitationMail } from './invitation.js';
import { InvitationReader } from './invitation-reader.js';
import { Invitations } from './invitations.js';

/** Nothing says where somebody lives who is invited. */
const ZONE = 'UTC';

/** Writes the mail of an invitation, unless it was used, revoked or is over by now. */
@Letters()
@Injectable()
export class InvitationMails implements MailSource {
  readonly source = INVITATION_MAILS;
  readonly write = accountLetter;

  constructor(
    private readonly commands: Commands,
    private readonly reader: InvitationReader,
    private readonly invitations: Invitations,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async compose(id: string, mailId: string): Promise<ComposedMail<AccountMail> | null> {
    const state = await this.commands.state(invitation, id);
    if (state.mailId !== mailId) return null;
    const { email, ended, expiresAt, role } = await this.reader.find(id);
    if (email === null || ended !== null || expiresAt <= this.clock()) return null;
    const link = `${this.config.publicUrl}/register?token=${await this.invitations.tokenOf(id, expiresAt)}`;
    const expires = { at: expiresAt, zone: ZONE };
    return { to: email, content: { kind: 'invitation', name: 'Hello', link, expires, role } };
  }

  async ended(id: string, mailId: string, outcome: MailOutcome): Promise<number> {
    const command = new RecordInvitationMail(id, { mailId, outcome }, workerOrigin('mail'));
    return (await this.commands.execute(invitation, command)).position;
  }
}
