import { isText, record, records } from './requests.js';

export const UCP_VERSIONS = ['2026-01-11', '2026-04-08'] as const;
export type UcpVersion = (typeof UCP_VERSIONS)[number];
export const NEWEST_UCP = '2026-04-08';

const CHECKOUT = 'dev.ucp.shopping.checkout';
const ORDER = 'dev.ucp.shopping.order';
const CATALOG = 'dev.ucp.shopping.catalog.lookup';
/** What the shop can do in each version; the catalogue is in no version before 2026-04-08. */
const CAPABILITIES: Record<UcpVersion, { name: string; page: string; extends?: string }[]> = {
  '2026-01-11': [
    { name: CHECKOUT, page: 'checkout' },
    { name: 'dev.ucp.shopping.fulfillment', page: 'fulfillment', extends: CHECKOUT },
    { name: ORDER, page: 'order' },
  ],
  '2026-04-08': [
    { name: CHECKOUT, page: 'checkout' },
    { name: 'dev.ucp.shopping.fulfillment', page: 'fulfillment', extends: CHECKOUT },
    { name: ORDER, page: 'order' },
    { name: CATALOG, page: 'catalog/lookup' },
  ],
};
/** Every platform and shop may name its handlers; this one is the sandbox's. */
const HANDLER = 'com.stripe.shared_payment_token';
export const HANDLER_ID = 'stripe_spt';

export interface Negotiated {
  version: UcpVersion;
  capabilities: string[];
  /** where the platform wants to be told of orders */
  webhook?: string;
}
export interface Described {
  origin: string;
  /** the shop's profile at Stripe */
  seller: string;
  signingKey: Record<string, unknown>;
}

/** The shop's profile in one version. https://ucp.dev/2026-04-08/specification/overview (Profile Structure) */
export function profile(version: UcpVersion, { origin, seller, signingKey }: Described): Record<string, unknown> {
  const base = { spec: docs(version, 'overview') };
  const endpoint = `${origin}/ucp`;
  const capabilities = CAPABILITIES[version].map(({ name, page, extends: parent }) => {
    const links = { version, spec: docs(version, page), schema: schemas(version, page) };
    return { name, ...links, ...(parent ? { extends: parent } : {}) };
  });
  const handlers = handlersOf(version, seller);
  if (version === '2026-01-11') {
    const rest = { schema: `https://ucp.dev/${version}/services/shopping/openapi.json`, endpoint };
    const ucp = { version, services: { 'dev.ucp.shopping': { version, ...base, rest } }, capabilities };
    return { ucp, payment: { handlers }, signing_keys: [signingKey] };
  }
  const schema = `https://ucp.dev/${version}/services/shopping/rest.openapi.json`;
  const services = { 'dev.ucp.shopping': [{ version, ...base, transport: 'rest', endpoint, schema }] };
  const older = Object.fromEntries(
    UCP_VERSIONS.filter((one) => one !== version).map((one) => [one, `${endpoint}/.well-known/ucp/${one}`]),
  );
  const byName = Object.fromEntries(capabilities.map(({ name, ...rest }) => [name, [rest]]));
  return {
    ucp: {
      version,
      supported_versions: older,
      services,
      capabilities: byName,
      payment_handlers: { [HANDLER]: handlers },
    },
    signing_keys: [signingKey],
  };
}

/** The part of an answer that names version, capabilities and handlers. */
export function envelope({ version, capabilities }: Negotiated, seller: string): Record<string, unknown> {
  if (version === '2026-01-11') return { version, capabilities: capabilities.map((name) => ({ name, version })) };
  const active = Object.fromEntries(capabilities.map((name) => [name, [{ version }]]));
  const handlers = { [HANDLER]: handlersOf(version, seller) };
  return { version, status: 'success', capabilities: active, payment_handlers: handlers };
}

export function handlersOf(version: UcpVersion, seller: string): Record<string, unknown>[] {
  const page = 'https://docs.stripe.com/agentic-commerce/concepts/shared-payment-tokens';
  const config = { merchant_id: seller };
  if (version === '2026-04-08') {
    return [{ id: HANDLER_ID, version, spec: page, schema: page, available_instruments: [{ type: 'card' }], config }];
  }
  return [
    { id: HANDLER_ID, name: HANDLER, version, spec: page, config_schema: page, instrument_schemas: [page], config },
  ];
}

/** Intersects by name and exact version. `theirs`: a platform's profile; undefined: it is none. */
export function negotiate(theirs: unknown): Negotiated | { unsupported: string } | undefined {
  const { ucp } = record(theirs);
  const { version, capabilities } = record(ucp);
  if (typeof version !== 'string') return undefined;
  const spoken = UCP_VERSIONS.find((one) => one === version);
  if (!spoken) return { unsupported: version };
  const declared = Array.isArray(capabilities)
    ? capabilities.map(record).map((one) => [one.name, [one]] as const)
    : Object.entries(record(capabilities));
  const matching = declared.flatMap(([name, list]) => {
    const match = records(list).find((one) => one.version === spoken);
    return match ? [[name, match] as const] : [];
  });
  const shared = CAPABILITIES[spoken].filter(({ name }) => matching.some(([one]) => one === name));
  const active = shared.filter((one) => !one.extends || shared.some(({ name }) => name === one.extends));
  const { webhook_url: webhook } = record(matching.find(([name]) => name === ORDER)?.[1].config);
  const negotiated = { version: spoken, capabilities: active.map(({ name }) => name) };
  return isText(webhook) && URL.canParse(webhook) ? { ...negotiated, webhook } : negotiated;
}

function docs(version: string, page: string): string {
  return `https://ucp.dev/${version}/specification/${page}`;
}

function schemas(version: string, page: string): string {
  return `https://ucp.dev/${version}/schemas/shopping/${page.replace('/', '_')}.json`;
}
