import type { JWK } from 'jose';
import type { Json } from '../json-calls.js';
import { UCP_VERSIONS } from '../ucp/ucp-retailer.js';

const CHECKOUT = 'dev.ucp.shopping.checkout';
const HANDLER = 'com.stripe.shared_payment_token';
const HANDLER_PAGE = 'https://docs.stripe.com/agentic-commerce/concepts/shared-payment-tokens';
const FIRST = '2026-01-11';
export const NEWEST = UCP_VERSIONS.at(-1) ?? FIRST;

/** Where one retailer reads our profiles, one per version below it. */
export function profileUrl(publicUrl: string, retailerId: string): string {
  return `${publicUrl}/.well-known/ucp/retailers/${encodeURIComponent(retailerId)}`;
}

export function webhookUrl(publicUrl: string, retailerId: string): string {
  return `${publicUrl}/api/webhooks/retailers/${encodeURIComponent(retailerId)}`;
}

interface Capability {
  name: string;
  page: string;
  extends?: string;
  config?: Json;
}

/**
 * What we can do as a platform; a shop intersects it with its own by exact version. `webhook`: where the shop sends its
 * order events. https://ucp.dev/2026-04-08/specification/overview (Platform Profile)
 */
export function platformProfile(version: string, keys: readonly JWK[], webhook: string | null): Json {
  const order: Capability = { name: 'dev.ucp.shopping.order', page: 'order' };
  const capabilities: Capability[] = [
    { name: CHECKOUT, page: 'checkout' },
    { name: 'dev.ucp.shopping.fulfillment', page: 'fulfillment', extends: CHECKOUT },
    webhook === null ? order : { ...order, config: { webhook_url: webhook } },
  ];
  return version === FIRST
    ? { ...firstProfile(capabilities), signing_keys: keys }
    : { ucp: laterProfile(version, capabilities), signing_keys: keys };
}

function firstProfile(capabilities: readonly Capability[]): Json {
  const listed = capabilities.map(({ page, ...rest }) => ({
    ...rest,
    version: FIRST,
    spec: `https://ucp.dev/specification/${page}`,
    schema: `https://ucp.dev/schemas/shopping/${page}.json`,
  }));
  const handler = { id: 'stripe_spt', name: HANDLER, version: FIRST, spec: HANDLER_PAGE, config_schema: HANDLER_PAGE };
  return {
    ucp: { version: FIRST, capabilities: listed },
    payment: { handlers: [{ ...handler, instrument_schemas: [HANDLER_PAGE], config: {} }] },
  };
}

function laterProfile(version: string, capabilities: readonly Capability[]): Json {
  const docs = `https://ucp.dev/${version}`;
  const lookup: Capability = { name: 'dev.ucp.shopping.catalog.lookup', page: 'catalog/lookup' };
  const byName = [...capabilities, lookup].map(({ name, page, ...rest }) => {
    const schema = `${docs}/schemas/shopping/${page.replace('/', '_')}.json`;
    return [name, [{ ...rest, version, spec: `${docs}/specification/${page}`, schema }]];
  });
  const spec = `${docs}/specification/overview`;
  return {
    version,
    services: { 'dev.ucp.shopping': [{ version, spec, transport: 'rest' }] },
    capabilities: Object.fromEntries(byName),
    payment_handlers: { [HANDLER]: [{ id: 'stripe_spt', version, spec: HANDLER_PAGE, schema: HANDLER_PAGE }] },
  };
}
