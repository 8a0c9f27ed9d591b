import { Module } from '@nestjs/common';
import { AdminPromosController } from './admin-promos.controller.js';
import { PromoLookupController } from './promo-lookup.controller.js';
import { ReleasePromos } from './return-redemption.worker.js';

@Module({
  controllers: [PromoLookupController, AdminPromosController],
  providers: [ReleasePromos],
})
export class PromosModule {}
