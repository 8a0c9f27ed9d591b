import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/platform.js';
import { Mailing } from './mailing.js';
import { MailTransport } from './transport.js';

const transport = {
  provide: MailTransport,
  inject: [CONFIG],
  useFactory: ({ smtpUrl, dataDir, mailFrom }: Config) =>
    new MailTransport(smtpUrl ? { smtpUrl } : { directory: join(dataDir, 'mail') }, mailFrom),
};

@Global()
@Module({ providers: [transport, Mailing], exports: [transport, Mailing] })
export class MailModule {}
