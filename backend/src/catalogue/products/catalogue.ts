import { Injectable } from '@nestjs/common';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, noSuch, Refused } from '../../event-sourcing/decider.js';
import { uuidV5 } from '../../event-sourcing/ids.js';
import { paidBy, retailer } from '../../retailers/directory/retailer-record.js';
import { STANDARD } from '../../retailers/retailers.js';
import { Pictures, pictureNamed } from './pictures.js';
import {
  CreateProduct,
  DelistProduct,
  differing,
  EditProduct,
  type ProductCommand,
  type ProductFacts,
  product,
} from './product.js';
import { type NewProductBody, type ProductChanges, readChanges, readNewProduct } from './product-form.js';
import { ProductQueries, productIdOf } from './product-queries.js';

@Injectable()
export class Catalogue {
  constructor(
    private readonly commands: Commands,
    private readonly queries: ProductQueries,
    private readonly pictures: Pictures,
  ) {}

  /** The product id derives from the command id, so a repeated command creates no second product. @throws Refused */
  async create(body: NewProductBody, metadata: CommandMetadata): Promise<AdminProduct> {
    const productId = uuidV5(metadata.commandId, 'product');
    const facts = readNewProduct(body, productId);
    await this.assertPictures(facts);
    await this.addMeans(facts);
    return this.ask(new CreateProduct(productId, facts, metadata));
  }

  /** @throws Refused 'conflict' with both versions when `version` is stale */
  async edit(id: string, { version, ...body }: ProductChanges, metadata: CommandMetadata): Promise<AdminProduct> {
    const state = await this.commands.state(product, productIdOf(id));
    if (!state.facts) throw noSuch('product');
    const changes = readChanges(body, state.facts, state);
    await this.assertPictures(changes);
    await this.addMeans(changes);
    try {
      return await this.ask(new EditProduct(id, changes, metadata, version));
    } catch (error) {
      throw error instanceof Refused && error.code === 'conflict' ? await this.withBoth(error, id, changes) : error;
    }
  }

  /** @throws Refused 'not-found' | 'open-orders' */
  async delist(id: string, metadata: CommandMetadata): Promise<AdminProduct> {
    const openOrders = (await this.queries.isInUse(productIdOf(id))) ? 1 : 0;
    return this.ask(new DelistProduct(id, { openOrders }, metadata));
  }

  private async withBoth(
    { code, kind, message }: Refused,
    id: string,
    changes: Partial<ProductFacts>,
  ): Promise<Refused> {
    const state = await this.commands.state(product, id);
    if (!state.facts) return noSuch('product');
    const [yours, current] = await Promise.all([
      this.queries.after(id, { ...state, facts: { ...state.facts, ...changes } }),
      this.queries.after(id, state),
    ]);
    return new Refused(code, kind, message, undefined, {
      yours,
      current,
      changed: Object.keys(differing(changes, state.facts)),
    });
  }

  private async assertPictures({ pictures = [] }: Partial<ProductFacts>): Promise<void> {
    for (const { address } of pictures) {
      const name = pictureNamed(address);
      if (name === undefined || (await this.pictures.has(name))) continue;
      throw new Refused('image-missing', 'invalid', 'We do not have this picture. Upload it again.');
    }
  }

  /** Recorded with the product, so that a reservation need not ask. */
  private async addMeans(facts: Partial<ProductFacts>): Promise<void> {
    // Products that name no retailer are bought at the one of the settings.
    if (facts.retailerId === STANDARD) facts.retailerId = null;
    const { retailerId } = facts;
    if (retailerId === undefined) return;
    facts.means = retailerId === null ? null : await this.meansOf(retailerId);
  }

  private async meansOf(retailerId: string): Promise<ProductFacts['means']> {
    const { facts, isEnded } = await this.commands.state(retailer, retailerId);
    if (!facts || isEnded) throw new Refused('retailer-unknown', 'invalid', 'We know no such retailer.');
    return paidBy(facts.protocol) === 'token' ? 'token' : null;
  }

  private async ask(command: ProductCommand): Promise<AdminProduct> {
    const { state } = await this.commands.execute(product, command);
    return this.queries.after(command.id, state);
  }
}
