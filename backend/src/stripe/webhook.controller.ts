import { Controller, Headers, Post, Req } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Open } from '../auth/guard.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { AnswersSuccess, Refuses } from '../http/answers.js';
import { IgnoredWebhooks } from './ignored-webhooks.js';
import { inbox, ReceiveWebhook } from './inbox.js';
import { StripeGateway } from './stripe-gateway.js';
import { type WebhookRecord, WebhookRefused } from './webhook-record.js';

/** Stripe's webhooks. A 200 means that the event is stored; Stripe repeats it after any other answer. */
@ApiTags('webhooks')
@Controller('api/webhooks')
export class WebhookController {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly commands: Commands,
    private readonly ignored: IgnoredWebhooks,
  ) {}

  @Post('stripe')
  @AnswersSuccess()
  @Refuses('invalid:signature-invalid')
  @Open()
  @ApiHeader({ name: 'stripe-signature', required: true })
  @ApiBody({ description: 'a Stripe event, as signed', schema: { type: 'object' } })
  async receive(@Req() { rawBody }: FastifyRequest, @Headers('stripe-signature') signature?: string) {
    const { foreign, ...webhook } = this.read(rawBody, signature);
    if (!foreign && webhook.livemode === this.gateway.livemode) {
      await this.commands.execute(inbox, new ReceiveWebhook(webhook.eventId, webhook, byStripe()));
    } else this.ignored.add({ ...webhook, foreign });
    return { success: true };
  }

  private read(rawBody: Buffer | undefined, signature: string | undefined): WebhookRecord {
    try {
      return this.gateway.readWebhook(rawBody ?? '', signature ?? '');
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      throw new Refused('signature-invalid', 'invalid', 'This webhook is not signed by Stripe.');
    }
  }
}

/** The event id identifies a delivery: the bytes of a repeat may differ. */
function byStripe(): CommandMetadata {
  return { ...workerMetadata('stripe'), actor: { kind: 'system', id: 'stripe' } };
}
