import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { DAY, type Environment, HOUR } from './environment.js';

export interface Catalogue {
  next: AdminProduct;
  called: AdminProduct;
  soldOut: AdminProduct;
  departed: AdminProduct;
}

export async function catalogue(env: Environment): Promise<Catalogue> {
  const departed = await env.drop('longsleeve-dock', { totalStock: 12 });
  await env.fill(departed, 5);
  await env.release(departed.productId);
  const next = await env.drop('hoodie-box', { ahead: 3 * HOUR + 12 * 60_000 });
  await env.fill(next, 9);
  const soldOut = await env.drop('jacket-coach', { ahead: 30 * DAY });
  await env.fill(soldOut, 2);
  await env.fill(await env.drop('vest-puffer', { ahead: 2 * DAY + 5 * HOUR, releaseTz: 'America/New_York' }), 4);
  await env.drop('crew-low-tide', { ahead: 4 * DAY, releaseTz: 'Asia/Tokyo' });
  await env.drop('beanie-harbour', { ahead: 7 * DAY, releaseTz: 'Europe/Copenhagen' });
  await env.drop('bag-layover', { ahead: 10 * DAY, avail: false });
  const called = await env.drop('tee-heavy');
  await env.departed(departed.productId);
  return { next, called, soldOut, departed };
}
