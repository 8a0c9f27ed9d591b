import { Global, Module } from '@nestjs/common';
import { OrderFees } from '../orders/order-fees.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ChargeFees } from './charge.worker.js';
import { DisputesController } from './disputes.controller.js';
import { Disputes } from './disputes.js';
import { EvidenceFiles } from './evidence-file.js';
import { FeeAttempt } from './fee-attempt.js';
import { Fees } from './fees.js';
import { RefundFees } from './refund.worker.js';
import { ApplyWebhooks } from './webhook.worker.js';

@Global()
@Module({
  providers: [FeeAttempt, Fees, { provide: OrderFees, useExisting: Fees }, ChargeFees, RefundFees, ApplyWebhooks],
  exports: [OrderFees],
})
export class FeesModule {}

@Module({ imports: [OrdersModule], controllers: [DisputesController], providers: [Disputes, EvidenceFiles] })
export class DisputesModule {}
