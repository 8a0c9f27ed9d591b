import type { EndedDrop } from '@supreme-access/contract/shapes/drops.js';
import { expectOk } from '../support/api.js';
import { audit } from '../support/audits.js';
import { eventually } from '../support/drops.js';
import type { Camera } from './camera.js';
import { type Environment, HOUR } from './environment.js';

/** ms from the release to the sums of the drop */
const SUMMED_WITHIN = 60_000;
const STOCK = 30;
const HELD = 26;

export async function arrivals(env: Environment, camera: Camera): Promise<void> {
  const many = await env.drop('hoodie-box', { totalStock: STOCK });
  const { productId } = many;
  const few = await env.drop('tee-heavy', { totalStock: STOCK });
  const [owner] = await env.fill(many, HELD);
  await env.fill(few, 3);
  if (!owner) throw new Error('no holder of a slot');
  for (const id of [productId, few.productId]) {
    await env.release(id);
    await eventually('the sums of the drop', SUMMED_WITHIN, async () => {
      return (await expectOk(env.server.anyone.get<EndedDrop>(`/api/drops/${id}`))).endedAt ?? undefined;
    });
  }
  // Nothing is sealed by hand near a release.
  await env.clock.moveTo(env.clock.now() + HOUR);
  await audit(await env.admin(), 'seal');

  const page = await env.window('phone');
  await page.goto(`/drops/${productId}`);
  const sums = page.getByRole('region', { name: 'What became of the slots' });
  await sums.getByText('Held at the release').waitFor();
  await camera.take('arrivals-sums', page);
  await camera.take('arrivals-chart', page, page.getByRole('region', { name: 'Slots against stock' }));
  const proof = page.getByRole('region', { name: 'Check it yourself' });
  await proof.getByRole('button', { name: 'Check the Proof' }).click();
  await proof.getByRole('listitem').first().waitFor();
  await camera.take('arrivals-checked', page, proof);
  await page.goto(`/drops/${few.productId}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await camera.take('arrivals-few', page);
  await shared(env, camera, owner);
}

async function shared(env: Environment, camera: Camera, owner: Parameters<Environment['arrival']>[0]): Promise<void> {
  const orders = await env.arrival(owner, '/user/orders');
  await orders.getByRole('button', { name: 'Make a Public Page' }).click();
  const link = orders.getByRole('link', { name: 'the public page of this ticket' });
  const address = String(await link.getAttribute('href'));
  await camera.take('shared-by-owner', orders, link);
  const page = await env.window('phone');
  await page.goto(address);
  await page.getByRole('article').waitFor();
  await camera.take('shared-ticket', page);
  await orders.getByRole('button', { name: 'Remove the Public Page' }).click();
  await orders.getByRole('button', { name: 'Make a Public Page' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'No such ticket.' }).waitFor();
  await camera.take('shared-gone', page);
}
