import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/tokens.js';
import { commandHandlers } from '../event-sourcing/commands.js';
import { Breakers } from '../jobs/breakers.js';
import { BouncesController } from './bounces.controller.js';
import { mail } from './mail.js';
import { MailBudget } from './mail-budget.js';
import { Mailing } from './mailing.js';
import { MailTransport } from './transport.js';

const transport = {
  provide: MailTransport,
  inject: [CONFIG, Breakers],
  useFactory: ({ smtpUrl, smtpNeedsTls, dataDir, mailFrom }: Config, breakers: Breakers) => {
    const { recordResult } = breakers.of('mail');
    return new MailTransport(
      smtpUrl ? { smtpUrl, needsTls: smtpNeedsTls, recordResult } : { directory: join(dataDir, 'mail') },
      mailFrom,
    );
  },
};

@Global()
@Module({
  controllers: [BouncesController],
  providers: [transport, MailBudget, Mailing, ...commandHandlers(mail)],
  exports: [transport, MailBudget, Mailing],
})
export class MailModule {}
