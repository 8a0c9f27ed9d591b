import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Mailing } from '../mail/mailing.js';
import { DueWork } from '../platform/due/due-work.js';
import { AccountMails } from './account-mails.js';
import { Erasure } from './erasure.js';

/** Joins what accounts have to do by themselves: mails, and erasures that were cut off. */
@Injectable()
export class AccountWork implements OnModuleInit {
  constructor(
    private readonly dueWork: DueWork,
    private readonly mailing: Mailing,
    private readonly erasure: Erasure,
    private readonly mails: AccountMails,
  ) {}

  onModuleInit(): void {
    this.dueWork.register(this.erasure);
    this.mailing.register(this.mails);
  }
}
