import { Module } from '@nestjs/common';
import { AdminPromosController } from './admin-promos.controller.js';
import { PromoLookupController } from './promo-lookup.controller.js';
import { PromoUsesController } from './promo-uses.controller.js';
import { ReturnRedemptions } from './return-redemption.worker.js';

@Module({
  controllers: [PromoLookupController, AdminPromosController, PromoUsesController],
  providers: [ReturnRedemptions],
})
export class PromosModule {}
