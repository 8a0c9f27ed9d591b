import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { DAY, HOUR, type House } from './house.js';

/** What a board looks like on an ordinary day: drops far and near, one sold out, one departed, one that is not open. */
export interface Catalogue {
  next: AdminProduct;
  called: AdminProduct;
  soldOut: AdminProduct;
  departed: AdminProduct;
}

export async function catalogue(house: House): Promise<Catalogue> {
  const departed = await house.drop('longsleeve-dock', { totalStock: 12 });
  await house.fill(departed, 5);
  await house.release(departed.productId);
  const next = await house.drop('hoodie-box', { ahead: 3 * HOUR + 12 * 60_000 });
  await house.fill(next, 9);
  const soldOut = await house.drop('jacket-coach', { ahead: 30 * DAY });
  await house.fill(soldOut, 2);
  await house.fill(await house.drop('vest-puffer', { ahead: 2 * DAY + 5 * HOUR, releaseTz: 'America/New_York' }), 4);
  await house.drop('crew-low-tide', { ahead: 4 * DAY, releaseTz: 'Asia/Tokyo' });
  await house.drop('beanie-harbour', { ahead: 7 * DAY, releaseTz: 'Europe/Copenhagen' });
  await house.drop('bag-layover', { ahead: 10 * DAY, avail: false });
  const called = await house.drop('tee-heavy');
  await house.departed(departed.productId);
  return { next, called, soldOut, departed };
}
