import { fillAco } from '../support/aco.js';
import { CARDS } from '../support/people.js';
import type { Shopper } from '../support/shopper.js';
import { Visitor } from '../support/visitor.js';
import type { Camera } from './camera.js';
import { DAY, type Environment } from './environment.js';

export async function guest(env: Environment, camera: Camera): Promise<void> {
  const { productId } = await env.drop('hoodie-box', { ahead: 2 * DAY });
  const who = env.somebody();
  who.address.address1 = 'P.O. Box 77';
  const visitor = new Visitor({ page: await env.window('phone'), complaints: [] }, who);
  const { page } = visitor;
  await page.goto(`/purchase?productId=${productId}`);
  await visitor.press('Set ACO Details');
  await fillAco(visitor, who);
  await camera.take('guest-details', page);
  await visitor.press('Save ACO Details');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const pay = page.getByRole('button', { name: 'Secure Slot, Fee $35.00', exact: true });
  await camera.take('guest-form', page, page.getByText('Orders shipped to PO boxes'));
  await pay.click();
  await page.getByRole('button', { name: 'Stay Here' }).click();
  await camera.take('guest-done', page, page.getByRole('article'));
  await page.goto(await env.linkTo(who, 'guest-slot-confirmed', '/action/'));
  await page.getByRole('heading', { name: /^Slot \d+ is yours\.$/ }).waitFor();
  await camera.take('guest-link', page, page.getByRole('article'));
  await visitor.press('Withdraw Slot');
  await page.getByRole('heading', { name: 'The slot is withdrawn.' }).waitFor();
  await camera.take('guest-withdrawn', page, page.getByRole('article'));
  await visitor.press('Erase My Data');
  await visitor.press('Erase Everything');
  await page.getByRole('heading', { name: 'Your data is erased.' }).waitFor();
  await camera.take('guest-erased', page);
  await page.goto('/action/no-link-of-ours');
  await page.getByRole('heading', { name: 'This link has ended.' }).waitFor();
  await camera.take('link-over', page);
  await fees(env, camera);
}

async function fees(env: Environment, camera: Camera): Promise<void> {
  const { productId } = await env.drop('tee-heavy');
  const declined = await holder(env, productId, CARDS.declined);
  const asks = await holder(env, productId, CARDS.authenticates);
  await env.release(productId);
  const { page, press, fillCard } = await payer(env, declined);
  await page.getByRole('button', { name: 'Pay $12.00 With This Card' }).waitFor();
  await camera.take('fee-declined', page);
  await press('Try My Card Again for $12.00');
  await page.getByText('Your card was declined.').waitFor();
  await camera.take('fee-refused', page);
  await fillCard(CARDS.pays);
  await press('Pay $12.00 With This Card');
  await page.getByRole('heading', { name: 'Thank you. The fee is paid.' }).waitFor();
  await camera.take('fee-paid', page);
  const other = await payer(env, asks);
  await other.page.getByRole('button', { name: 'Confirm $12.00' }).waitFor();
  await camera.take('fee-authenticate', other.page);
}

async function holder(env: Environment, productId: string, card: string): Promise<Shopper> {
  const shopper = await env.shopper(card);
  await shopper.secure(productId, 'm', 'Ink');
  return shopper;
}

/** A shopper at the mailed link that asks for the fee. */
async function payer(env: Environment, shopper: Shopper) {
  const visitor = new Visitor({ page: await env.window('phone'), complaints: [] }, shopper.who);
  await env.order(shopper, ({ status }) => status === 'action_required');
  await visitor.page.goto(await env.linkTo(shopper.who, 'action-needed', '/action/'));
  return {
    page: visitor.page,
    press: (name: string) => visitor.press(name),
    fillCard: (number: string) => visitor.fillCard(number),
  };
}
