import { expectOk } from '../support/api.js';
import { mailTo } from '../support/mailbox.js';
import { CARDS, type Person } from '../support/people.js';
import type { Camera } from './camera.js';
import { DAY, type House } from './house.js';
import type { StateName } from './states.js';

/** Letters as a mail program on a phone shows them. */
export async function mails(house: House, camera: Camera): Promise<void> {
  const page = await house.window('phone');
  const read = async (name: StateName, { email }: Person, kind: string) => {
    const { html } = await mailTo(house.server.directory, kind, email);
    await page.setContent(html, { waitUntil: 'load' });
    await camera.take(name, page);
  };
  const ahead = await house.drop('hoodie-box', { ahead: 2 * DAY });
  const [holder] = await house.fill(ahead, 1);
  if (!holder) throw new Error('nobody holds a slot');
  await read('mail-secured', holder.who, 'slot-confirmed');
  await read('mail-guest', await house.guestOrder(ahead), 'guest-slot-confirmed');
  await expectOk(house.server.anyone.post('/api/forgotpw', { email: holder.who.email }));
  await read('mail-reset', holder.who, 'password-reset');

  await read('mail-offer', await offered(house), 'slot-offered');

  const now = await house.drop('tee-heavy');
  const [bought] = await house.fill(now, 1);
  const [declined] = await house.fill(now, 1, CARDS.declined);
  const gone = await house.drop('cap-last-stop');
  await house.partners.retailer.setStock(gone.productId, [], 0);
  const [closed] = await house.fill(gone, 1);
  for (const { productId } of [now, gone]) await house.release(productId);
  if (!bought || !declined || !closed) throw new Error('nobody holds a slot');
  await read('mail-bought', bought.who, 'success');
  await read('mail-action', declined.who, 'action-needed');
  await read('mail-closed', closed.who, 'closed');
}

/** Who waits for a slot of a sold-out drop when one is given back. */
async function offered(house: House): Promise<Person> {
  const drop = await house.drop('crew-low-tide', { ahead: 3 * DAY, totalStock: 1 });
  const [holder] = await house.fill(drop, 1);
  if (!holder) throw new Error('nobody holds a slot');
  const { api, who } = await house.shopper();
  const [profile] = await expectOk(api.get<{ profileId: string }[]>('/api/user/profiles'));
  const wish = { profileId: profile?.profileId, size: 'm', style: 'Kelp' };
  await expectOk(api.post(`/api/user/products/${drop.productId}/waitlist`, wish));
  const [order] = await holder.orders();
  await expectOk(holder.api.post(`/api/user/orders/${order?.orderId}/withdraw`, {}));
  return who;
}
