import { randomUUID } from 'node:crypto';
import { Client } from 'undici';
import { range } from '../support/crowd.js';
import { CARDS, person } from '../support/people.js';

/**
 * `node bare-release.js url count connections`: requests a retailer's carts and submissions as a release does, without the product, and
 * prints the purchases per second, and the ms of processor time for each.
 */
async function run(url: string, count: number, connections: number): Promise<{ rate: number; each: number }> {
  const clients = range(connections).map(() => new Client(url));
  const waiting = range(count).values();
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await Promise.all(
    clients.map(async (client) => {
      for (const index of waiting) await buy(client, index);
    }),
  );
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  await Promise.all(clients.map((client) => client.close()));
  return { rate: (count * 1_000) / ms, each: (user + system) / 1_000 / count };
}

async function buy(client: Client, index: number): Promise<void> {
  const reference = encodeURIComponent(`${randomUUID()}:1`);
  const line = { productId: 'bare', size: 'm', style: 'Ink' };
  const { email, phone, address } = person(index, 'bare');
  const card = { name: 'Ada Abara', type: 'visa', number: CARDS.pays, code: '123', month: 12, year: 2_031 };
  const cart = await put(client, `/carts/${reference}`, line);
  if (cart.cart !== 'ready') throw new Error('no cart');
  const content = { ...line, shipping: address, billing: address, email, phone, card };
  const sold = await put(client, `/checkouts/${reference}`, content);
  if (sold.outcome !== 'succeeded') throw new Error('not sold');
}

async function put(client: Client, path: string, content: object): Promise<Record<string, unknown>> {
  const headers = { authorization: 'Bearer bare', accept: 'application/json', 'content-type': 'application/json' };
  const answer = await client.request({ path, method: 'PUT', headers, body: JSON.stringify(content) });
  return (await answer.body.json()) as Record<string, unknown>;
}

const [url = '', count, connections] = process.argv.slice(2);
console.log(JSON.stringify(await run(url, Number(count), Number(connections))));
