import type { Stated } from '../checkout-sessions.js';
import { itemIdOf } from '../items.js';
import { type Problem, type Session, type SessionState, SHIPPING, totalsOf } from '../session.js';
import type { Sale } from '../shop.js';
import type { ShopFacts } from './door.js';
import { inDays } from './ucp-views.js';

export const ACP_VERSIONS = ['2026-01-30', '2026-04-17'] as const;
export type AcpVersion = (typeof ACP_VERSIONS)[number];
export const ACP_HANDLER = 'card_tokenized';

const STATUS: Record<SessionState, string> = {
  incomplete: 'not_ready_for_payment',
  torn: 'incomplete',
  ready: 'ready_for_payment',
  escalated: 'requires_escalation',
  completing: 'complete_in_progress',
  completed: 'completed',
  canceled: 'canceled',
  expired: 'expired',
};
const MESSAGES: Record<Problem, { code: string; param: string; content: string; resolution?: string }> = {
  'no-buyer': { code: 'missing', param: '$.buyer.email', content: 'The email address is missing' },
  'no-address': { code: 'missing', param: '$.fulfillment_details.address', content: 'The address is missing' },
  'no-option': { code: 'missing', param: '$.selected_fulfillment_options', content: 'No shipping option is selected' },
  'sold-out': { code: 'out_of_stock', param: '$.line_items[0]', content: 'No piece is left' },
  'not-open': { code: 'unsupported', param: '$.line_items[0].fulfillable_on', content: 'The sale has not begun' },
  declined: { code: 'payment_declined', param: '$.payment_data', content: 'The payment was refused' },
  'person-needed': {
    code: 'approval_required',
    param: '$',
    content: 'The buyer confirms this order at the shop',
    resolution: 'requires_buyer_review',
  },
};

/** https://github.com/agentic-commerce-protocol/agentic-commerce-protocol, rfcs/rfc.discovery.md */
export function discovery(origin: string): Record<string, unknown> {
  return {
    protocol: { name: 'acp', version: ACP_VERSIONS.at(-1), supported_versions: ACP_VERSIONS },
    api_base_url: `${origin}/acp`,
    transports: ['rest'],
    capabilities: { services: ['checkout', 'orders'], supported_currencies: ['usd'] },
  };
}

/** The same repository, spec/2026-04-17/openapi/openapi.agentic_checkout.yaml, CheckoutSessionWithOrder. */
export function acpSession(
  { session, state, problems }: Stated,
  version: AcpVersion,
  { origin, seller }: ShopFacts,
  order: Sale | undefined,
): Record<string, unknown> {
  const { id, price, option, line, at, expiresAt } = session;
  const open = !['completed', 'canceled', 'expired'].includes(state);
  const chosen = { type: 'shipping', option_id: option, item_ids: [itemIdOf(line)] };
  return {
    id,
    protocol: { version },
    capabilities: { payment: { handlers: [handler(seller)] } },
    status: STATUS[state],
    currency: price.currency,
    line_items: [lineItem(session, problems)],
    fulfillment_options: session.to ? options(at) : [],
    selected_fulfillment_options: option ? [chosen] : [],
    totals: totals(session),
    messages: problems.map((problem) => message(problem, version)),
    links: [{ type: 'terms_of_use', url: `${origin}/` }],
    created_at: new Date(at).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
    ...(open ? { continue_url: `${origin}/continue/${id}` } : {}),
    ...(order && state === 'completed' ? { order: acpOrder(order, session, version, origin) } : {}),
  };
}

/** 2026-04-17 added type, lines and totals. */
export function acpOrder(sale: Sale, session: Session, version: AcpVersion, origin: string): Record<string, unknown> {
  const { orderNumber: id } = sale;
  const page = `${origin}/#${id}`;
  const order = { id, order_number: id, checkout_session_id: session.id, permalink_url: page, status: 'confirmed' };
  if (version === '2026-01-30') return order;
  const { title, price } = session;
  const quantity = { ordered: 1, current: 1, fulfilled: 0 };
  const pieces = [{ id: 'li_1', title, quantity, unit_price: price.amount, subtotal: price.amount }];
  return { type: 'order', ...order, line_items: pieces, fulfillments: [], adjustments: [], totals: totals(session) };
}

function handler(seller: string): Record<string, unknown> {
  const page = 'https://docs.stripe.com/agentic-commerce/concepts/shared-payment-tokens';
  return {
    id: ACP_HANDLER,
    name: 'dev.acp.tokenized.card',
    version: '2026-01-22',
    spec: page,
    requires_delegate_payment: true,
    requires_pci_compliance: false,
    psp: 'stripe',
    config_schema: page,
    instrument_schemas: [page],
    config: { merchant_id: seller, psp: 'stripe' },
  };
}

function lineItem({ line, title, price: { amount } }: Session, problems: Problem[]): Record<string, unknown> {
  const status = problems.includes('sold-out')
    ? 'out_of_stock'
    : problems.includes('not-open')
      ? 'pre_order'
      : 'in_stock';
  const totals = [
    total('items_base_amount', 'Price', amount),
    total('subtotal', 'Subtotal', amount),
    total('total', 'Total', amount),
  ];
  const item = { id: itemIdOf(line) };
  return { id: 'li_1', item, quantity: 1, name: title, unit_amount: amount, availability_status: status, totals };
}

function options(at: number): Record<string, unknown>[] {
  return SHIPPING.map(({ id, title, amount, days: [earliest, latest] }) => ({
    type: 'shipping',
    id,
    title,
    earliest_delivery_time: inDays(at, earliest),
    latest_delivery_time: inDays(at, latest),
    totals: [total('total', title, amount)],
  }));
}

function totals(session: Session): Record<string, unknown>[] {
  const sums = totalsOf(session);
  return [
    total('items_base_amount', 'Items', sums.item),
    total('subtotal', 'Subtotal', sums.item),
    ...(sums.shipping === null ? [] : [total('fulfillment', 'Shipping', sums.shipping)]),
    ...(sums.tax === null ? [] : [total('tax', 'Tax', sums.tax)]),
    ...(sums.fee === 0 ? [] : [total('fee', 'Surcharge', sums.fee)]),
    total('total', 'Total', sums.total),
  ];
}

function total(type: string, display_text: string, amount: number): Record<string, unknown> {
  return { type, display_text, amount };
}

/** 2026-01-30 has no `resolution`. */
function message(problem: Problem, version: AcpVersion): Record<string, unknown> {
  const { resolution = 'recoverable', ...rest } = MESSAGES[problem];
  const said = { type: 'error', ...rest, content_type: 'plain' };
  return version === '2026-01-30' ? said : { ...said, resolution };
}
