import { Module } from '@nestjs/common';
import { commandHandlers } from '../../event-sourcing/commands.js';
import { AdminPromosController } from './admin-promos.controller.js';
import { promo } from './promo.js';
import { PromoLookupController } from './promo-lookup.controller.js';
import { PromoUsesController } from './promo-uses.controller.js';
import { ReturnRedemptions } from './return-redemption.worker.js';

@Module({
  controllers: [PromoLookupController, AdminPromosController, PromoUsesController],
  providers: [...commandHandlers(promo), ReturnRedemptions],
})
export class PromosModule {}
