import { sizesOf } from '@supreme-access/contract/limits.js';
import { Catalogue } from '../../backend/src/catalogue/products/catalogue.js';
import { NewProductBody, ProductChanges } from '../../backend/src/catalogue/products/product-form.js';
import { AdminPromosController } from '../../backend/src/catalogue/promos/admin-promos.controller.js';
import { Invitations } from '../../backend/src/customers/accounts/invitations.js';
import { itemIdOf } from '../../backend/src/emulators/shop/items.js';
import { readAs } from '../../backend/src/http/validation.js';
import { AdminOrdersController } from '../../backend/src/orders/admin-orders.controller.js';
import { ReleasesController } from '../../backend/src/releases/releases.controller.js';
import { Directory } from '../../backend/src/retailers/directory/directory.js';
import { SANDBOX } from '../../backend/src/retailers/directory/retailer-record.js';
import { STANDARD } from '../../backend/src/retailers/retailers.js';
import { Person } from './person.js';
import { MAIL_RULES } from './retailer-mails.js';
import { SELLER } from './shops.js';
import type { World } from './world.js';

/** ms */
const INVITED_FOR = 24 * 3_600_000;

export class Staff extends Person {
  constructor(world: World, name: string) {
    super(world, name, 'admin');
  }

  /** Configures the sandbox's door of a standard as a retailer. */
  async addShop(protocol: 'ucp' | 'acp', version: string): Promise<string | undefined> {
    const shop = { name: protocol, protocol, version, baseUrl: SANDBOX, sellerProfile: SELLER };
    const added = await this.ask(`add ${protocol}`, (api, { metadata }) => api.get(Directory).add(shop, metadata));
    return added?.id;
  }

  /** `releaseAt` in ms UTC; `limitPerAccount` null: the setting's default; `shop`: where it is bought, if not at our own */
  async makeDrop(
    title: string,
    totalStock: number,
    releaseAt: number,
    limitPerAccount: number | null,
    shop: { retailerId: string; most: number } | null = null,
  ): Promise<string | undefined> {
    const facts = { productTitle: title, price: 25, totalStock, limitPerAccount, styles: STYLES.join(', ') };
    const given = { ...facts, ...releasedAt(releaseAt), ...(shop && soldAt(title, shop)) };
    const body = readAs(NewProductBody, given);
    if (!body) throw new Error('no form of a drop');
    const made = await this.ask(`make ${title}`, (api, { metadata }) => api.get(Catalogue).create(body, metadata));
    return made?.productId;
  }

  /** Says which mails of the retailer prove a purchase. */
  async trustMails(): Promise<void> {
    const rules = { name: 'Retailer', ...MAIL_RULES };
    await this.ask('mail rules', (api, { metadata }) => api.get(Directory).save(STANDARD, rules, metadata));
  }

  async move(productId: string, releaseAt: number): Promise<void> {
    const changes = readAs(ProductChanges, releasedAt(releaseAt));
    if (!changes) throw new Error('no form of a change');
    const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    await this.ask('move', (api, { metadata }) => api.get(Catalogue).edit(productId, defined, metadata));
  }

  async cancel(productId: string): Promise<void> {
    const body = { reason: 'it rains' };
    await this.ask('cancel', (api, context) => api.get(ReleasesController).cancel(productId, body, context));
  }

  async makePromo(promoCode: string, limit: number): Promise<boolean> {
    const body = { promoCode, percent: 20, limit };
    return (
      (await this.ask('promo', (api, context) => api.get(AdminPromosController).create(body, context))) !== undefined
    );
  }

  /** `amount` in currency units; null: everything that is left */
  async refund(orderId: string, amount: number | null, step: string): Promise<void> {
    const body = { reason: 'as asked', amount };
    await this.ask(step, (api, context) => api.get(AdminOrdersController).refund(orderId, body, context));
  }

  async withdraw(orderId: string): Promise<void> {
    const body = { reason: 'a mistake' };
    await this.ask(`withdraw ${orderId}`, (api, context) =>
      api.get(AdminOrdersController).withdraw(orderId, body, context),
    );
  }

  invite(email: string): Promise<string | undefined> {
    const invitation = { email, role: null, expiresAt: Date.now() + INVITED_FOR };
    return this.ask('invite', async (api, { metadata }) => {
      const [invitations, id] = [api.get(Invitations), metadata.commandId];
      await invitations.make(id, invitation, metadata);
      return invitations.tokenOf(id, invitation.expiresAt);
    });
  }
}

const STYLES = ['Ink', 'Fog'];

/** `most`: what a reservation agrees to, in currency units */
function soldAt(title: string, { retailerId, most }: { retailerId: string; most: number }) {
  const retailerItems = sizesOf({ sizeType: 'body' }).flatMap((size) =>
    STYLES.map((style) => ({ size, style, itemId: itemIdOf({ productId: title, size, style }) })),
  );
  const [retailPrice, defaultLimit] = [168, most].map((amount) => ({ amount, currency: 'usd' }));
  return { retailerId, retailerProductId: title, retailerItems, retailPrice, defaultLimit };
}

function releasedAt(at: number) {
  return { releaseAt: new Date(at).toISOString(), releaseTz: 'UTC' };
}
