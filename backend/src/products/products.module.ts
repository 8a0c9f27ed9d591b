import { Module, type OnModuleInit } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { OrdersModule } from '../orders/orders.module.js';
import { DueWork } from '../platform/due/due-work.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { AskForCodes } from '../releases/ask-for-codes.worker.js';
import { CancelDrops } from '../releases/cancel-drop.worker.js';
import { StartReleases } from '../releases/start-release.worker.js';
import { TellHoldersOfMoves } from '../releases/tell-holders.worker.js';
import { AdminProductsController } from './admin-products.controller.js';
import { LiveSlots } from './live-slots.js';
import { pictureFiles } from './picture-files.js';
import { PicturesController } from './pictures.controller.js';
import { ProductDesk } from './product-desk.js';
import { ProductQueries } from './product-queries.js';
import { ProductsController } from './products.controller.js';

@Module({
  imports: [ScheduleModule.forRoot(), OrdersModule, ProfilesModule],
  controllers: [ProductsController, AdminProductsController, PicturesController],
  providers: [
    ProductQueries,
    ProductDesk,
    pictureFiles,
    LiveSlots,
    StartReleases,
    CancelDrops,
    TellHoldersOfMoves,
    AskForCodes,
  ],
})
export class ProductsModule implements OnModuleInit {
  constructor(
    private readonly dueWork: DueWork,
    private readonly startReleases: StartReleases,
    private readonly cancelDrops: CancelDrops,
  ) {}

  onModuleInit(): void {
    this.dueWork.register(this.startReleases);
    this.dueWork.register(this.cancelDrops);
  }
}
