import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Mailing } from '../mail/mailing.js';
import { DueWork } from '../platform/due/due-work.js';
import { AccountMails } from './account-mails.js';
import { Emptying } from './emptying.js';
import { InvitationMails } from './invitation-mails.js';
import { Invitees } from './invitees.js';

/** Joins what accounts have to do by themselves: mails, and emptying that were cut off. */
@Injectable()
export class AccountWork implements OnModuleInit {
  constructor(
    private readonly dueWork: DueWork,
    private readonly mailing: Mailing,
    private readonly emptying: Emptying,
    private readonly mails: AccountMails,
    private readonly invitees: Invitees,
    private readonly invitationMails: InvitationMails,
  ) {}

  onModuleInit(): void {
    this.dueWork.register(this.invitees);
    this.dueWork.register(this.emptying);
    this.mailing.register(this.mails);
    this.mailing.register(this.invitationMails);
  }
}
