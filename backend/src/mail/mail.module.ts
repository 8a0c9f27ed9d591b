import { join } from 'node:path';
import { Global, Module, type OnModuleInit } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { DueWork } from '../platform/due/due-work.js';
import { CONFIG } from '../platform/platform.js';
import { Mailing } from './mailing.js';
import { MailTransport } from './transport.js';

const transport = {
  provide: MailTransport,
  inject: [CONFIG],
  useFactory: ({ smtpUrl, dataDir, mailFrom }: Config) =>
    new MailTransport(smtpUrl ? { smtpUrl } : { directory: join(dataDir, 'mail') }, mailFrom),
};
const mailing = {
  provide: Mailing,
  inject: [MailTransport, CONFIG],
  useFactory: (through: MailTransport, { publicUrl }: Config) => new Mailing(through, new URL(publicUrl).hostname),
};

@Global()
@Module({ providers: [transport, mailing], exports: [transport, mailing] })
export class MailModule implements OnModuleInit {
  constructor(
    private readonly mailing: Mailing,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.register(this.mailing);
  }
}
