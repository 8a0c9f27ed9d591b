import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig } from '../../config/tokens.js';
import type { Trust } from './signed-original.js';

/** ms per DNS query, of which there are two */
const ANSWER_WITHIN = 2_000;

/** DKIM keys of trusted domains: pinned ones from the settings, else from DNS. */
@Injectable()
export class MailKeys {
  private readonly dns = new Resolver({ timeout: ANSWER_WITHIN, tries: 2 });

  constructor(
    @InjectConfig() private readonly config: Pick<Config, 'retailerMail'>,
    @InjectClock() private readonly clock: () => number,
  ) {}

  trust(): Trust {
    const { domains } = this.config.retailerMail;
    return { domains, now: this.clock(), resolve: (name) => this.recordOf(name) };
  }

  private async recordOf(name: string): Promise<string[][]> {
    const pinned = this.config.retailerMail.keys[name];
    return pinned === undefined ? this.dns.resolveTxt(name) : [[pinned]];
  }
}
