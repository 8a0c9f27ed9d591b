import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { DisputesController } from './disputes.controller.js';
import { Disputes } from './disputes.js';
import { EvidenceFiles } from './evidence-file.js';

@Module({ imports: [OrdersModule], controllers: [DisputesController], providers: [Disputes, EvidenceFiles] })
export class DisputesModule {}
