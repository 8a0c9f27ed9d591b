import { type DynamicModule, Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { DueWork, type DueWorker } from '../platform/due/due-work.js';
import { VAULT } from '../platform/platform.js';
import type { Vault } from '../platform/vault/vault.js';
import { CloseOrders } from '../releases/close.worker.js';
import { ForwardedMails } from '../releases/forwarded-mails.js';
import { InboundMailController } from '../releases/inbound-mail.controller.js';
import { CardSaves } from '../stripe/card-saves.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { WebhookController } from '../stripe/webhook.controller.js';
import { ChargeFees } from './charge.worker.js';
import { FeeAttempt } from './fee-attempt.js';
import { FeeDesk } from './fee-desk.js';
import { RefundFees } from './refund.worker.js';
import { ApplyWebhooks } from './webhook.worker.js';

export interface StripeOptions {
  key: string;
  /** an emulator's address; null: Stripe itself */
  apiUrl: string | null;
  webhookSecret: string;
}

const WORKERS = Symbol('payment workers');
const workers = [ChargeFees, RefundFees, CloseOrders, ApplyWebhooks];

/** Tells the bus and the due work who does what about money. */
@Injectable()
class PaymentWork implements OnModuleInit {
  constructor(
    private readonly dueWork: DueWork,
    @Inject(WORKERS) private readonly all: readonly DueWorker[],
  ) {}

  onModuleInit(): void {
    for (const worker of this.all) this.dueWork.register(worker);
  }
}

/** Stripe for everyone: `StripeGateway`, `CardSaves` and `FeeDesk` can be injected anywhere once the app has it. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's modules are classes
export class PaymentsModule {
  static of({ key, apiUrl, webhookSecret }: StripeOptions): DynamicModule {
    const gateway = {
      provide: StripeGateway,
      inject: [VAULT],
      useFactory: async (vault: Vault) =>
        new StripeGateway({
          secretKey: key,
          webhookSecret,
          installation: await installationOf(vault),
          ...(apiUrl === null ? {} : { apiUrl }),
        }),
    };
    return {
      module: PaymentsModule,
      global: true,
      controllers: [WebhookController, InboundMailController],
      providers: [
        gateway,
        CardSaves,
        FeeAttempt,
        FeeDesk,
        ForwardedMails,
        ...workers,
        { provide: WORKERS, inject: workers, useFactory: (...all: DueWorker[]) => all },
        PaymentWork,
      ],
      exports: [CardSaves, StripeGateway, FeeDesk],
    };
  }
}

/** The id that log and vault share; it tags what we make at Stripe. */
async function installationOf(vault: Vault): Promise<string> {
  const entry = await vault.get<string>('secret', 'system-installation');
  if (entry === undefined || entry === 'erased') throw new Error('the vault holds no installation id');
  return entry.value;
}
