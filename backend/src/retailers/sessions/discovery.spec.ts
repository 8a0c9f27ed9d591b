import { ScriptedShop } from '@supreme-access/test/fixtures/shop-answers.js';
import { discoverAcp } from '../acp/acp-discovery.js';
import { discoverUcp } from '../ucp/ucp-discovery.js';

const soon = () => AbortSignal.timeout(10_000);
const NEW = '2026-04-08';
const OLD = '2026-01-11';
const CHECKOUT = 'dev.ucp.shopping.checkout';
const url = 'https://shop.example/store/';
const key = { kty: 'EC', crv: 'P-256', kid: 'k1', x: 'x', y: 'y' };

function profile(change: Record<string, unknown> = {}) {
  const rest = { version: NEW, transport: 'rest', endpoint: 'https://api.shop.example/ucp' };
  const ucp = {
    version: NEW,
    services: { 'dev.ucp.shopping': [{ version: NEW, transport: 'mcp' }, rest] },
    capabilities: { [CHECKOUT]: [{ version: NEW }] },
    payment_handlers: { 'com.stripe.shared_payment_token': [{ id: 'stripe_spt' }] },
    ...change,
  };
  return { ucp, signing_keys: [key, { kty: 'RSA', kid: 'k2' }] };
}
const endpointOf = (endpoint: string) => ({ 'dev.ucp.shopping': [{ transport: 'rest', endpoint }] });
function olderProfile() {
  const services = { 'dev.ucp.shopping': { version: OLD, rest: { endpoint: 'https://api.shop.example/ucp' } } };
  const payment = { handlers: [{ id: 'h', name: 'com.stripe.shared_payment_token' }] };
  return { ucp: { version: OLD, services, capabilities: [{ name: CHECKOUT, version: OLD }] }, payment };
}
function discovery(change: Record<string, unknown> = {}) {
  return {
    protocol: { name: 'acp', version: '2026-04-17', supported_versions: ['2025-09-29', '2026-01-30', '2026-04-17'] },
    api_base_url: 'https://shop.example/acp',
    transports: ['rest', 'mcp'],
    capabilities: { services: ['checkout', 'orders'] },
    ...change,
  };
}
const says = (version: string) => ({
  version,
  endpoint: 'https://api.shop.example/ucp',
  capabilities: [CHECKOUT],
  handlers: ['com.stripe.shared_payment_token'],
});
const ucp = async (wanted: string | null, ...documents: unknown[]) => {
  const shop = new ScriptedShop();
  for (const document of documents) shop.says(200, document);
  const answer = await discoverUcp({ url, send: shop.send }, wanted, soon());
  return { answer, paths: shop.calls.map(({ path }) => path) };
};
const acp = async (wanted: string | null, document: unknown, status = 200) => {
  const { send } = new ScriptedShop().says(status, document);
  return discoverAcp({ url, send }, wanted, soon());
};

describe("a shop's profile over UCP", () => {
  it('tells version, endpoint, capabilities, handlers and keys', async () => {
    const { answer, paths } = await ucp(null, profile());
    expect(answer).toMatchObject({ kind: 'discovered', says: says(NEW), keys: [key], document: profile() });
    expect(paths).toEqual(['/store/.well-known/ucp']);
  });

  it('is read at the address of its older version, where that one is wanted or alone is known', async () => {
    const link = 'https://shop.example/store/.well-known/ucp/2026-01-11';
    const both = profile({ supported_versions: { [OLD]: link } });
    const { answer, paths } = await ucp(OLD, both, olderProfile());
    expect(answer).toMatchObject({ kind: 'discovered', says: says(OLD) });
    expect(paths).toEqual(['/store/.well-known/ucp', '/store/.well-known/ucp/2026-01-11']);
    const later = profile({ version: '2026-08-25', supported_versions: { [OLD]: link } });
    expect((await ucp(null, later, olderProfile())).answer).toMatchObject({ kind: 'discovered', says: says(OLD) });
  });

  it.each([
    ['2026-08-25', null, profile({ version: '2026-08-25' })],
    [OLD, OLD, profile()],
    ['other-origin', OLD, profile({ supported_versions: { [OLD]: 'https://evil.example/ucp' } })],
    ['no-rest', null, profile({ services: {} })],
    ['no-checkout', null, profile({ capabilities: {} })],
    ['malformed', null, profile({ services: endpointOf('shop') })],
    ['malformed', null, profile({ services: endpointOf(`https://shop.example/${'x'.repeat(2_000)}`) })],
    ['x'.repeat(40), null, profile({ version: 'x'.repeat(9_000) })],
    ['malformed', null, {}],
    ['malformed', null, 'no JSON'],
  ])('is refused, %s', async (reason, wanted, document) => {
    expect((await ucp(wanted, document)).answer).toEqual({ kind: 'refused', reason });
  });
});

it('tells as many names as a record holds', async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`c${n}`, []]));
  const { answer } = await ucp(null, profile({ capabilities: { [CHECKOUT]: [], ['x'.repeat(201)]: [], ...many } }));
  expect(answer.kind === 'discovered' && answer.says.capabilities).toHaveLength(100);
});

describe("a shop's document over ACP", () => {
  it('tells the newest version that both speak, or the wanted one', async () => {
    const expected = { endpoint: 'https://shop.example/acp', capabilities: ['checkout', 'orders'], handlers: [] };
    expect(await acp(null, discovery())).toMatchObject({
      kind: 'discovered',
      says: { version: '2026-04-17', ...expected },
    });
    expect(await acp('2026-01-30', discovery())).toMatchObject({ says: { version: '2026-01-30', ...expected } });
  });

  it.each([
    ['2025-09-29', null, discovery({ protocol: { name: 'acp', supported_versions: ['2025-09-29'] } })],
    ['2027-01-01', '2027-01-01', discovery()],
    ['no-rest', null, discovery({ transports: ['mcp'] })],
    ['no-checkout', null, discovery({ capabilities: { services: [] } })],
    ['malformed', null, discovery({ api_base_url: undefined })],
    ['malformed', null, { protocol: { name: 'other' } }],
  ])('is refused, %s', async (reason, wanted, document) => {
    expect(await acp(wanted, document)).toEqual({ kind: 'refused', reason });
  });

  it.each([
    [301, { kind: 'refused', reason: 'redirected' }],
    [404, { kind: 'refused', reason: 'not-found' }],
    [429, { kind: 'unknown', cause: 'busy' }],
    [500, { kind: 'unknown', cause: 'server-error' }],
  ])('answered with %i', async (status, expected) => {
    expect(await acp(null, {}, status)).toEqual(expected);
  });

  it('is unknown without an answer', async () => {
    const { send } = new ScriptedShop();
    expect(await discoverAcp({ url, send }, null, soon())).toEqual({ kind: 'unknown', cause: 'connection' });
  });
});
