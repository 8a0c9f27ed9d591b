import { Injectable } from '@nestjs/common';
import { type AdminProduct } from '@supreme-access/contract/api-types.js';
import { Commands } from '../platform/commands.js';
import { noSuch, type Origin, Refused } from '../platform/decider.js';
import { uuidV5 } from '../platform/ids.js';
import { PictureFiles, pictureNamed } from './picture-files.js';
import {
  CreateProduct,
  DelistProduct,
  EditProduct,
  type ProductCommand,
  type ProductFacts,
  product,
} from './product.js';
import { type NewProductBody, type ProductChanges, readChanges, readNewProduct } from './product-form.js';
import { ProductQueries, productIdOf } from './product-queries.js';

/** What admins do with products; each method returns the product as the command left it. */
@Injectable()
export class Catalogue {
  constructor(
    private readonly commands: Commands,
    private readonly queries: ProductQueries,
    private readonly pictures: PictureFiles,
  ) {}

  /** The same command makes the same product, however often it is repeated. @throws Refused */
  async create(body: NewProductBody, origin: Origin): Promise<AdminProduct> {
    const productId = uuidV5(origin.commandId, 'product');
    const facts = readNewProduct(body, productId);
    await this.assertPicture(facts);
    return this.ask(new CreateProduct(productId, facts, origin));
  }

  async edit(id: string, body: ProductChanges, origin: Origin): Promise<AdminProduct> {
    const state = await this.commands.state(product, productIdOf(id));
    if (!state.facts) throw noSuch('product');
    const changes = readChanges(body, state.facts, state);
    await this.assertPicture(changes);
    return this.ask(new EditProduct(id, changes, origin));
  }

  /** @throws Refused 'not-found' | 'open-orders' */
  async delist(id: string, origin: Origin): Promise<AdminProduct> {
    const openOrders = (await this.queries.isInUse(productIdOf(id))) ? 1 : 0;
    return this.ask(new DelistProduct(id, { openOrders }, origin));
  }

  /** @throws Refused when a picture of ours is named that is not kept */
  private async assertPicture({ productImage = '' }: Partial<ProductFacts>): Promise<void> {
    const name = pictureNamed(productImage);
    if (name === undefined || (await this.pictures.has(name))) return;
    throw new Refused('image-missing', 'invalid', 'This picture is not kept here. Upload it again.');
  }

  private async ask(command: ProductCommand): Promise<AdminProduct> {
    const { state } = await this.commands.execute(product, command);
    return this.queries.after(command.id, state);
  }
}
