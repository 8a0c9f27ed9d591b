import type { Commands } from '../../event-sourcing/commands.js';
import { Breakers } from '../../jobs/breakers.js';
import { RetryableError } from '../../jobs/retries.js';
import type { LiveEvents } from '../../projections/live-events.js';
import type { Vault } from '../../stores/vault/vault.js';
import { Discovery } from './discovery.js';
import { RetailerClients } from './retailer-clients.js';
import { type RetailerFacts, type RetailerState, SANDBOX } from './retailer-record.js';

const facts = {
  protocol: 'ucp',
  baseUrl: 'https://shop.example',
  keyRecord: null,
  quirks: [],
} as unknown as RetailerFacts;
const moved = {
  facts,
  discovered: { endpoint: 'https://elsewhere.example/ucp', version: '2026-04-08' },
  agreedOrigin: 'https://shop.example',
} as unknown as RetailerState;

function given(state = moved) {
  const commands = { state: async () => state } as unknown as Commands;
  const live = { onEvent: () => undefined } as unknown as LiveEvents;
  const ours = { profile: () => 'https://us.example', sign: async () => ({}) };
  const places = { trusted: ['inside.test:8080'], sandbox: null, ours };
  return new RetailerClients(commands, {} as Vault, new Breakers(), live, places);
}

it('trust an address of the settings where an operator names it, and not where a shop does', async () => {
  const clients = given();
  const inside = 'http://inside.test:8080';
  await expect(clients.placeOf(facts, `${inside}/ucp`)).rejects.toMatchObject({ reason: 'not-https' });
  await expect(clients.placeOf({ ...facts, baseUrl: inside }, `${inside}/ucp`)).resolves.toMatchObject({ key: null });
});

it('send nothing to another host than an operator agreed to', async () => {
  await expect(given().of('shop-1')).rejects.toMatchObject({ reason: 'retailer-moved' });
  const agreed = { ...moved, agreedOrigin: 'https://elsewhere.example' };
  await expect(given(agreed).of('shop-1')).resolves.toMatchObject({ means: 'token' });
});

it('of a sandbox that runs here no more can be had again with it, which stops no audit and no check of a drop', async () => {
  const left = { ...moved, facts: { ...facts, baseUrl: SANDBOX } };
  await expect(given(left).of('shop-1')).rejects.toBeInstanceOf(RetryableError);
  const discovery = new Discovery({ state: async () => left } as unknown as Commands, given(left));
  const look = discovery.look('shop-1', {} as never, AbortSignal.timeout(1_000));
  expect(await look).toEqual({ kind: 'refused', reason: 'no-sandbox' });
});
