import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { OpenReferences } from '../orders/open-references.js';
import { OrdersModule } from '../orders/orders.module.js';
import { Commands } from '../platform/commands.js';
import { CLOCK } from '../platform/platform.js';
import { CheckoutDataReader } from '../profiles/checkout-data.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { AttemptController } from './attempt.controller.js';
import { CheckoutWorkers, RetryCheckouts } from './checkout.worker.js';
import { CheckoutAttempt } from './checkout-attempt.js';
import { CheckoutDesk } from './checkout-desk.js';
import { RetailerClient } from './retailer-client.js';
import { RunRelease } from './run-release.worker.js';

/** Whoever closes an order asks here first what became of its open reference. */
const references = { provide: OpenReferences, useExisting: CheckoutDesk };

export interface RetailerOptions {
  url: string;
  key: string;
  isSandbox: boolean;
}

@Module({})
export class CheckoutsModule implements OnModuleInit {
  constructor(private readonly workers: CheckoutWorkers) {}

  static of({ url, key, isSandbox }: RetailerOptions): DynamicModule {
    const attempt = {
      provide: CheckoutAttempt,
      inject: [Commands, CheckoutDataReader, CLOCK],
      useFactory: (commands: Commands, data: CheckoutDataReader, clock: () => number) =>
        new CheckoutAttempt(new RetailerClient({ url, key }), commands, data, {
          clock,
          random: Math.random,
          isSandbox,
        }),
    };
    return {
      module: CheckoutsModule,
      global: true,
      imports: [OrdersModule, ProfilesModule],
      controllers: [AttemptController],
      providers: [attempt, CheckoutDesk, CheckoutWorkers, RetryCheckouts, RunRelease, references],
      exports: [CheckoutDesk, OpenReferences],
    };
  }

  onModuleInit(): void {
    this.workers.register();
  }
}
