import { CARDS } from '../support/people.js';
import type { Camera } from './camera.js';
import { type Environment, MINUTE } from './environment.js';

const CROWD = 14;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

export async function controlRoom(env: Environment, camera: Camera): Promise<void> {
  const drop = await env.drop('tee-heavy', { totalStock: 40, ahead: 20 * MINUTE });
  await env.fill(drop, CROWD);
  await env.fill(drop, 1, CARDS.declined);
  await env.partners.retailer.fault('slow', { on: 'submit', times: 4 });
  const page = await env.staff(`/admin/control-room/${drop.productId}`);
  const slots = page.getByRole('list', { name: 'Slots', exact: true });
  const cell = (state: string) => slots.getByRole('listitem', { name: new RegExp(`^\\d+ ${state}$`) }).first();
  await cell('Reserved').waitFor();
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('list', { name: 'Lights' }).waitFor();
  const said = page.getByText('The drop was checked.');
  await said.waitFor();
  await said.waitFor({ state: 'detached' });
  await camera.take('room-before', page);
  await env.release(drop.productId);
  await cell('Charged').waitFor();
  await cell('Attempting').waitFor();
  await camera.take('room-releasing', page);
  await env.departed(drop.productId);
  await page.setViewportSize(PHONE);
  await camera.take('room-phone', page, slots);
  await page.setViewportSize(DESK);
  await page.context().setOffline(true);
  const away = page.getByText(/^You are offline/);
  await away.waitFor();
  await camera.take('room-away', page);
  await page.context().setOffline(false);
  const many = await env.drop('hoodie-box', { totalStock: 450 });
  await env.fill(many, 3);
  await page.goto(`/admin/control-room/${many.productId}`);
  const states = page.getByRole('list', { name: 'Slots by state' });
  await states.waitFor();
  await camera.take('room-many', page, states);
}
