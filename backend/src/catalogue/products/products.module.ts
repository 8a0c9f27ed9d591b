import { Module } from '@nestjs/common';
import { commandHandlers } from '../../event-sourcing/commands.js';
import { AdminProductsController } from './admin-products.controller.js';
import { Catalogue } from './catalogue.js';
import { pictureStore } from './picture-store.js';
import { PicturesController } from './pictures.controller.js';
import { product } from './product.js';
import { ProductQueries } from './product-queries.js';
import { ProductsController } from './products.controller.js';
import { ProductsAtRetailers } from './retailer-use.js';
import { ShopPages } from './shop-pages.js';

@Module({
  controllers: [ProductsController, AdminProductsController, PicturesController],
  providers: [...commandHandlers(product), ProductQueries, ProductsAtRetailers, Catalogue, ShopPages, pictureStore],
  exports: [ProductQueries],
})
export class ProductsModule {}
