import { Injectable } from '@nestjs/common';
import { Reads } from '../../projections/reads.js';
import type { MailRules } from './mail-rules.js';
import { retailersProjection } from './retailers.projection.js';

export interface RetailerMailRules extends MailRules {
  retailerId: string;
}

@Injectable()
export class RetailerMails {
  constructor(private readonly reads: Reads) {}

  /** Of each retailer that signs its mails; orders may be open at a removed one. */
  async rules(): Promise<RetailerMailRules[]> {
    const docs = await this.reads.find(retailersProjection, {});
    return docs.flatMap(({ id, facts }) => {
      if (!facts || facts.mailDomains.length === 0) return [];
      const { mailDomains, mailKeys, confirms } = facts;
      return [{ retailerId: id, mailDomains, mailKeys, confirms }];
    });
  }
}
