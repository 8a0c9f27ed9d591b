import type { INestApplicationContext } from '@nestjs/common';
import { sizesOf } from '@supreme-access/contract/limits.js';
import type { RetailerProtocol } from '@supreme-access/contract/retailer-protocols.js';
import type { ProductFacts } from '../catalogue/products/product.js';
import type { RetailFacts } from '../catalogue/products/retail.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/tokens.js';
import { itemIdOf } from '../emulators/shop/items.js';
import { SHIPPING, TAX_IN_US } from '../emulators/shop/session.js';
import { askOnce } from '../http/outgoing/ask-once.js';
import { Directory } from '../retailers/directory/directory.js';
import { RETAILER_PLACES, type RetailerPlaces } from '../retailers/directory/retailer-clients.js';
import { SANDBOX } from '../retailers/directory/retailer-record.js';
import { seedMetadata } from './demo-shoppers.js';

type Sold = Pick<ProductFacts, 'productTitle' | 'sizeType' | 'styles' | 'retailPrice'>;

/** cents: the limit is a round sum above what the sandbox asks for */
const ROUND = 1_000;

/** The sandbox as a retailer of each standard. */
export class SeedShops {
  private readonly directory: Directory;
  private readonly places: RetailerPlaces;
  private readonly config: Config;

  constructor(app: INestApplicationContext) {
    this.directory = app.get(Directory);
    this.places = app.get<RetailerPlaces>(RETAILER_PLACES);
    this.config = app.get<Config>(CONFIG);
  }

  /** Where the product is bought: by the card itself where no sandbox runs, or where it could take no token. */
  async sell(productId: string, sold: Sold, protocol: RetailerProtocol): Promise<RetailFacts> {
    const { retailPrice } = sold;
    const { sandbox } = this.places;
    const { secretKey, apiUrl } = this.config.stripe;
    const takesTokens = secretKey === null || apiUrl !== null;
    if (protocol === 'own' || !sandbox || !takesTokens || !retailPrice) return { retailPrice };
    const retailerId = await this.retailer(protocol);
    if (retailerId === null) return { retailPrice };
    await this.describe(sandbox, productId, sold);
    const lines = sizesOf(sold).flatMap((size) => sold.styles.map((style) => ({ size, style })));
    const retailerItems = lines.map((line) => ({ ...line, itemId: itemIdOf({ productId, ...line }) }));
    const total = Math.round(retailPrice.amount * (1 + TAX_IN_US)) + SHIPPING[0].amount;
    const defaultLimit = { ...retailPrice, amount: Math.ceil(total / ROUND) * ROUND };
    return { retailPrice, retailerId, means: 'token', retailerItems, defaultLimit };
  }

  /** null: an operator has removed it */
  private async retailer(protocol: RetailerProtocol): Promise<string | null> {
    const facts = { name: `Sandbox (${protocol.toUpperCase()})`, protocol, baseUrl: SANDBOX };
    const { id, state } = await this.directory.add(facts, seedMetadata(`retailer ${protocol}`));
    return state.isEnded ? null : id;
  }

  private async describe(
    { url, key }: NonNullable<RetailerPlaces['sandbox']>,
    productId: string,
    { productTitle: title, retailPrice: price }: Sold,
  ): Promise<void> {
    const answer = await askOnce(`${url}/sandbox/products/${encodeURIComponent(productId)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title, price }),
    });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to the description of ${productId}`);
  }
}
