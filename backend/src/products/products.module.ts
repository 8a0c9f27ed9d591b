import { Module } from '@nestjs/common';
import { AdminProductsController } from './admin-products.controller.js';
import { LiveSlots } from './live-slots.js';
import { pictureFiles } from './picture-files.js';
import { PicturesController } from './pictures.controller.js';
import { ProductDesk } from './product-desk.js';
import { ProductQueries } from './product-queries.js';
import { ProductsController } from './products.controller.js';

@Module({
  controllers: [ProductsController, AdminProductsController, PicturesController],
  providers: [ProductQueries, ProductDesk, pictureFiles, LiveSlots],
  exports: [ProductQueries],
})
export class ProductsModule {}
