import { Module } from '@nestjs/common';
import { ChargeFees } from './charge.worker.js';
import { FeeAttempt } from './fee-attempt.js';
import { Fees } from './fees.js';
import { RefundFees } from './refund.worker.js';
import { ApplyWebhooks } from './webhook.worker.js';

@Module({ providers: [FeeAttempt, Fees, ChargeFees, RefundFees, ApplyWebhooks] })
export class FeesModule {}
