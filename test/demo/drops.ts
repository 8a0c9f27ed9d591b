import { sizesOf } from '@supreme-access/contract/limits.js';
import type { RetailerProtocol } from '@supreme-access/contract/retailer-protocols.js';
import { SANDBOX_SELLER } from '@supreme-access/contract/retailer-protocols.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { itemIdOf } from '../../backend/src/emulators/shop/items.js';
import { expectOk } from '../support/api.js';
import { createDrop } from '../support/drops.js';
import type { Stage } from './stage.js';

export const STYLES = ['Ink', 'Fog'] as const;
const SIZES = ['xs', 's', 'm', 'l', 'xl'] as const;
const TITLES: Readonly<Record<RetailerProtocol, string>> = {
  ucp: 'Night Ferry Parka',
  acp: 'Night Ferry Anorak',
  own: 'Night Ferry Smock',
};
const RETAIL = { retailPrice: { amount: 168, currency: 'usd' }, defaultLimit: { amount: 200, currency: 'usd' } };

/** One drop for each way of buying, by that way. */
export type Drops = Readonly<Record<RetailerProtocol, AdminProduct>>;
type Shops = Readonly<Partial<Record<RetailerProtocol, string>>>;

export const idsOf = (drops: Drops): ReadonlySet<string> =>
  new Set(Object.values(drops).map(({ productId }) => productId));

/** An eighth is bought with the card itself, the rest half over UCP and half over ACP. */
export async function listDrops(stage: Stage, stock: number, series: string): Promise<Drops> {
  const { admin } = stage;
  const shops = await shopsOf(stage);
  const own = Math.max(6, Math.round(stock / 8));
  const ucp = Math.floor((stock - own) / 2);
  const list = (protocol: RetailerProtocol, totalStock: number) => {
    const retailerProductId = `${series}-${protocol}`;
    const retailerId = shops[protocol];
    const at = retailerId ? { ...RETAIL, retailerId, retailerItems: itemsOf(retailerProductId) } : {};
    const shown = { productTitle: TITLES[protocol], price: 24.5, totalStock, styles: STYLES.join(', ') };
    return createDrop(admin, { ...shown, ...at, retailerProductId });
  };
  return { own: await list('own', own), ucp: await list('ucp', ucp), acp: await list('acp', stock - own - ucp) };
}

function itemsOf(productId: string) {
  return sizesOf({ sizeType: '' }).flatMap((size) =>
    STYLES.map((style) => ({ size, style, itemId: itemIdOf({ productId, size, style }) })),
  );
}

/** A foreign server's own shops are bought at, where it has the sandbox's. */
async function shopsOf({ admin, own, password }: Stage): Promise<Shops> {
  const path = '/api/admin/retailers';
  if (!own) {
    const registered = await expectOk(admin.get<{ id: string; protocol: RetailerProtocol; baseUrl: string }[]>(path));
    return Object.fromEntries(registered.flatMap((one) => (one.baseUrl === 'sandbox' ? [[one.protocol, one.id]] : [])));
  }
  const { url, key } = own.retailer;
  const add = async (protocol: 'ucp' | 'acp') => {
    const at = { baseUrl: `${url}/${protocol}`, key, sellerProfile: SANDBOX_SELLER, password };
    return (await expectOk(admin.post<{ id: string }>(path, { name: `Shop (${protocol})`, protocol, ...at }))).id;
  };
  return { ucp: await add('ucp'), acp: await add('acp') };
}

/** Fewer pieces than slots, one size nearly sold out, and lost answers of the shop and Stripe. */
export async function orderFaults({ retailer, stripe }: NonNullable<Stage['own']>, drops: Drops): Promise<void> {
  const choices = SIZES.flatMap((size) => STYLES.map((style) => ({ size, style })));
  const isScarce = ({ size, style }: (typeof choices)[0]) => size === 'm' && style === 'Ink';
  for (const { retailerProductId, totalStock } of [drops.ucp, drops.acp]) {
    const each = Math.round((totalStock * 0.95) / choices.length);
    const pieces = choices.map((choice) => ({ ...choice, quantity: isScarce(choice) ? Math.min(3, each) : each }));
    await retailer.setStock(retailerProductId, pieces, 0);
  }
  await retailer.fault('lostAnswer', { times: 4 });
  await retailer.fault('timeoutAfterAccepting', { times: 2 });
  await retailer.fault('error500', { times: 3 });
  await retailer.fault('slow', { times: 2 });
  await stripe.fault('lose-answer', { path: '/confirm', times: 3 });
}
