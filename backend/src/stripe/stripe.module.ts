import { type DynamicModule, Module } from '@nestjs/common';
import { VAULT } from '../config/tokens.js';
import { commandHandlers } from '../event-sourcing/commands.js';
import { Breakers } from '../jobs/breakers.js';
import { INSTALLATION_ID, keptIn, type Vault } from '../stores/vault/vault.js';
import { CardAttempts } from './card-attempts.js';
import { CardSaves } from './card-saves.js';
import { IgnoredWebhooks } from './ignored-webhooks.js';
import { InboxController } from './inbox.controller.js';
import { inbox } from './inbox.js';
import { StripeGateway, type StripeGatewayOptions } from './stripe-gateway.js';
import { WebhookController } from './webhook.controller.js';

export interface StripeOptions {
  key: string;
  apiUrl: string | null;
  webhookSecret: string;
  httpClient?: StripeGatewayOptions['httpClient'];
  retryPause?: StripeGatewayOptions['retryPause'];
}

@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's modules are classes
export class StripeModule {
  static of({ key, apiUrl, webhookSecret, httpClient, retryPause }: StripeOptions): DynamicModule {
    const gateway = {
      provide: StripeGateway,
      inject: [VAULT, Breakers],
      useFactory: async (vault: Vault, breakers: Breakers) =>
        new StripeGateway({
          secretKey: key,
          webhookSecret,
          recordResult: breakers.of('stripe').recordResult,
          installation: await installationOf(vault),
          ...(apiUrl === null ? {} : { apiUrl }),
          ...(httpClient ? { httpClient } : {}),
          ...(retryPause === undefined ? {} : { retryPause }),
        }),
    };
    return {
      module: StripeModule,
      global: true,
      controllers: [InboxController, WebhookController],
      providers: [...commandHandlers(inbox), gateway, CardSaves, CardAttempts, IgnoredWebhooks],
      exports: [gateway, CardSaves, CardAttempts],
    };
  }
}

async function installationOf(vault: Vault): Promise<string> {
  const id = keptIn(await vault.get<string>('secret', INSTALLATION_ID));
  if (id === undefined) throw new Error('the vault holds no installation id');
  return id;
}
