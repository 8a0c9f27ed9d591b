import { SHOP_NOW, ShopDoors } from '@supreme-access/test/fixtures/shop-doors.js';
import type { Config } from '../config/config.js';
import type { Commands } from '../event-sourcing/commands.js';
import { AddressRefused } from '../http/outgoing/checked-address.js';
import type { RecordShopOrder } from '../orders/order-shop.js';
import { sessionKey } from '../orders/shop-sessions.projection.js';
import type { Reads } from '../projections/reads.js';
import type { RetailerClients } from '../retailers/directory/retailer-clients.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { ShopEvents } from './shop-events.js';

/** The events of a shop whose sandbox has sold one piece over this door. */
async function given(door: 'ucp' | 'acp') {
  const shop = new ShopDoors();
  const session = await shop.sell(door, door === 'ucp' ? '2026-04-08' : '2026-04-17');
  const { headers, body, url } = await shop.postings.until(([first]) => first);
  const requests: string[] = [];
  const recorded: RecordShopOrder['data'][] = [];
  const world = {
    locked: '',
    session: { orderIds: ['order-1', 'order-2'] } as object | undefined,
    isUp: true,
    isAllowed: true,
    now: SHOP_NOW,
  };
  const send = async ({ path: wanted }: { path: string }) => {
    requests.push(wanted);
    const profile = (await shop.ucp('GET', wanted.replace('/ucp', '')))?.body;
    return { status: world.isUp ? 200 : 503, retryAfter: undefined, text: JSON.stringify(profile) };
  };
  const facts = { protocol: door, version: null };
  const commands = {
    state: async (_: unknown, id: string) => (id === 'shop-1' ? { facts, discovered: null } : { facts: null }),
    execute: async (_: unknown, command: RecordShopOrder) => {
      if (command.id === world.locked) throw new StreamDamaged({ stream: 'order-1', revision: 1, reason: 'hash' });
      recorded.push(command.data);
    },
  } as unknown as Commands;
  const reads = { get: async (_: unknown, id: string) => (id === sessionKey(session) ? world.session : undefined) };
  const placeOf = async () => {
    if (!world.isAllowed) throw new AddressRefused('not-public');
    return { url: 'http://shop.test/ucp', key: 'shared', send };
  };
  const clients = { placeOf };
  const events = new ShopEvents(
    commands,
    reads as unknown as Reads,
    clients as unknown as RetailerClients,
    { publicUrl: new URL(url).origin } as Config,
    () => world.now,
  );
  const webhook = { headers, body: Buffer.from(body) };
  return { world, events, webhook, session, requests, recorded };
}

it.each(['acp', 'ucp'] as const)('of a sale over %s is recorded for each order with that session', async (door) => {
  const { events, webhook, session, recorded } = await given(door);
  await events.receive('shop-1', webhook);
  const data = { retailerId: 'shop-1', session, eventId: expect.any(String) };
  expect(recorded).toEqual([data, data]);
});

it('is recorded for every other order with that session where the stream of one is locked', async () => {
  const { events, webhook, recorded, world } = await given('acp');
  world.locked = 'order-1';
  await expect(events.receive('shop-1', webhook)).rejects.toThrow(StreamDamaged);
  expect(recorded).toHaveLength(1);
});

it('of a session that is not ours is taken, and changes nothing', async () => {
  const { events, webhook, recorded, world } = await given('acp');
  world.session = undefined;
  await events.receive('shop-1', webhook);
  expect(recorded).toEqual([]);
});

it('is refused without a signature that holds, or for a retailer nobody configured', async () => {
  const { events, webhook, recorded } = await given('acp');
  const changed = { ...webhook, body: Buffer.from('{}') };
  await expect(events.receive('shop-1', changed)).rejects.toMatchObject({ code: 'signature-invalid' });
  await expect(events.receive('shop-9', webhook)).rejects.toMatchObject({ code: 'not-found' });
  expect(recorded).toEqual([]);
});

it("reads the shop's keys once a minute, and asks to be told again while they cannot be read", async () => {
  const { events, webhook, requests, world } = await given('ucp');
  world.isUp = false;
  for (let copy = 0; copy < 3; copy += 1) {
    await expect(events.receive('shop-1', webhook)).rejects.toMatchObject({ code: 'partner-away' });
  }
  expect(requests).toHaveLength(1);
  world.isUp = true;
  world.now += 5_000;
  for (let copy = 0; copy < 3; copy += 1) await events.receive('shop-1', webhook);
  expect(requests).toHaveLength(2);
  world.now += 60_000;
  await events.receive('shop-1', webhook);
  expect(requests).toHaveLength(3);
});

it('of a shop whose address is not allowed any more is asked for again', async () => {
  const { events, webhook, world } = await given('acp');
  world.isAllowed = false;
  await expect(events.receive('shop-1', webhook)).rejects.toMatchObject({ code: 'partner-away', kind: 'unavailable' });
});

it('without a signature makes nobody ask the shop for its keys', async () => {
  const { events, webhook, requests } = await given('ucp');
  await expect(events.receive('shop-1', { ...webhook, headers: {} })).rejects.toMatchObject({
    code: 'signature-invalid',
  });
  expect(requests).toEqual([]);
});
