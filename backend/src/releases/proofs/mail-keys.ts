import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../config/tokens.js';
import { type MailRules, mailKeyRecords } from '../../retailers/directory/mail-rules.js';
import type { Trust } from './signed-original.js';

/** ms per DNS query, of which there are two */
const ANSWER_WITHIN = 2_000;

/** DKIM keys of a retailer's domains: known ones, else from DNS. */
@Injectable()
export class MailKeys {
  private readonly dns = new Resolver({ timeout: ANSWER_WITHIN, tries: 2 });

  constructor(@InjectClock() private readonly clock: () => number) {}

  trust({ mailDomains, mailKeys }: Pick<MailRules, 'mailDomains' | 'mailKeys'>): Trust {
    const configured = mailKeyRecords(mailKeys);
    const resolve = async (name: string) => {
      const record = configured[name];
      return record === undefined ? this.dns.resolveTxt(name) : [[record]];
    };
    return { domains: mailDomains, now: this.clock(), resolve };
  }
}
