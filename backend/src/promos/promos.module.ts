import { Module, type OnModuleInit } from '@nestjs/common';
import { DueWork } from '../platform/due/due-work.js';
import { AdminPromosController } from './admin-promos.controller.js';
import { PromoLookupController } from './promo-lookup.controller.js';
import { ReleasePromos } from './return-redemption.worker.js';

@Module({
  controllers: [PromoLookupController, AdminPromosController],
  providers: [ReleasePromos],
})
export class PromosModule implements OnModuleInit {
  constructor(
    private readonly dueWork: DueWork,
    private readonly release: ReleasePromos,
  ) {}

  onModuleInit(): void {
    this.dueWork.register(this.release);
  }
}
