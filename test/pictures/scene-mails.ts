import { expectOk } from '../support/api.js';
import { mailTo } from '../support/mailbox.js';
import { CARDS, type Person } from '../support/people.js';
import type { Camera } from './camera.js';
import { DAY, type Environment } from './environment.js';
import type { StateName } from './states.js';

/** Mails in a phone's mail program. */
export async function mails(env: Environment, camera: Camera): Promise<void> {
  const page = await env.window('phone');
  const read = async (name: StateName, { email }: Person, kind: string) => {
    const { html } = await mailTo(env.server.directory, kind, email);
    await page.setContent(html, { waitUntil: 'load' });
    await camera.take(name, page);
  };
  const ahead = await env.drop('hoodie-box', { ahead: 2 * DAY });
  const [holder] = await env.fill(ahead, 1);
  if (!holder) throw new Error('no holder of a slot');
  await read('mail-secured', holder.who, 'slot-confirmed');
  await read('mail-guest', await env.guestOrder(ahead), 'guest-slot-confirmed');
  await expectOk(env.server.anyone.post('/api/forgotpw', { email: holder.who.email }));
  await read('mail-reset', holder.who, 'password-reset');

  await read('mail-offer', await offered(env), 'slot-offered');

  const now = await env.drop('tee-heavy');
  const [bought] = await env.fill(now, 1);
  const [declined] = await env.fill(now, 1, CARDS.declined);
  const gone = await env.drop('cap-last-stop');
  await env.partners.retailer.setStock(gone.productId, [], 0);
  const [closed] = await env.fill(gone, 1);
  for (const { productId } of [now, gone]) await env.release(productId);
  if (!bought || !declined || !closed) throw new Error('no holder of a slot');
  await read('mail-bought', bought.who, 'success');
  await read('mail-action', declined.who, 'action-needed');
  await read('mail-closed', closed.who, 'closed');
}

/** A waiting shopper of a sold-out drop who gets a returned slot. */
async function offered(env: Environment): Promise<Person> {
  const drop = await env.drop('crew-low-tide', { ahead: 3 * DAY, totalStock: 1 });
  const [holder] = await env.fill(drop, 1);
  if (!holder) throw new Error('no holder of a slot');
  const { api, who } = await env.shopper();
  const [profile] = await expectOk(api.get<{ profileId: string }[]>('/api/user/profiles'));
  const reservation = { profileId: profile?.profileId, size: 'm', style: 'Kelp' };
  await expectOk(api.post(`/api/user/products/${drop.productId}/waitlist`, reservation));
  const [order] = await holder.orders();
  await expectOk(holder.api.post(`/api/user/orders/${order?.orderId}/withdraw`, {}));
  return who;
}
