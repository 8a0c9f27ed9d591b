import { Module } from '@nestjs/common';
import { AdminPromosController } from './admin-promos.controller.js';
import { PromoLookupController } from './promo-lookup.controller.js';
import { ReturnRedemptions } from './return-redemption.worker.js';

@Module({
  controllers: [PromoLookupController, AdminPromosController],
  providers: [ReturnRedemptions],
})
export class PromosModule {}
