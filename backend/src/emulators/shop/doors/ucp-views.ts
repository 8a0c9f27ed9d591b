import type { Stated } from '../checkout-sessions.js';
import { itemIdOf } from '../items.js';
import { type Problem, type Session, type SessionState, SHIPPING, totalsOf } from '../session.js';
import type { Sale } from '../shop.js';
import type { ShopFacts } from './door.js';
import { envelope, handlersOf, type Negotiated } from './ucp-versions.js';

const STATUS: Record<SessionState, string> = {
  incomplete: 'incomplete',
  torn: 'incomplete',
  ready: 'ready_for_complete',
  escalated: 'requires_escalation',
  completing: 'complete_in_progress',
  completed: 'completed',
  canceled: 'canceled',
  expired: 'canceled',
};
const MESSAGES: Record<Problem, { code: string; path: string; content: string; severity?: string }> = {
  'no-buyer': { code: 'missing', path: '$.buyer.email', content: 'The email address is missing' },
  'no-address': { code: 'missing', path: '$.fulfillment.methods[0].destinations', content: 'The address is missing' },
  'no-option': {
    code: 'missing',
    path: '$.fulfillment.methods[0].groups[0].selected_option_id',
    content: 'No shipping option is selected',
  },
  'sold-out': { code: 'out_of_stock', path: '$.line_items[0]', content: 'No piece is left' },
  'not-open': { code: 'item_unavailable', path: '$.line_items[0]', content: 'The sale has not begun' },
  declined: { code: 'payment_failed', path: '$.payment', content: 'The payment was refused' },
  'person-needed': {
    code: 'review_required',
    path: '$',
    content: 'The buyer confirms this order at the shop',
    severity: 'requires_buyer_review',
  },
};

/** https://ucp.dev/2026-04-08/specification/checkout */
export function sessionView(
  { session, state, problems }: Stated,
  negotiated: Negotiated,
  { origin, seller }: ShopFacts,
  order: Sale | undefined,
): Record<string, unknown> {
  const { id, line, title, price, expiresAt } = session;
  const open = !['completed', 'canceled', 'expired'].includes(state);
  const item = { id: itemIdOf(line), title, price: price.amount };
  const isNew = negotiated.version === '2026-04-08';
  return {
    ucp: envelope(negotiated, seller),
    id,
    status: STATUS[state],
    currency: price.currency.toUpperCase(),
    line_items: [{ id: 'li_1', item, quantity: 1, totals: lineTotals(price.amount) }],
    totals: totals(session),
    messages: problems.map(message),
    links: [{ type: 'terms_of_service', url: `${origin}/` }],
    expires_at: new Date(expiresAt).toISOString(),
    ...(open ? { continue_url: `${origin}/continue/${id}` } : {}),
    fulfillment: fulfillment(session),
    payment: isNew ? { instruments: [] } : { handlers: handlersOf(negotiated.version, seller), instruments: [] },
    ...(order && state === 'completed' ? { order: confirmation(order, origin) } : {}),
  };
}

/** https://ucp.dev/2026-04-08/specification/order */
export function orderView(
  sale: Sale,
  session: Session,
  negotiated: Negotiated,
  { origin, seller }: ShopFacts,
): Record<string, unknown> {
  const { version } = negotiated;
  const { line, title, price, to, id } = session;
  const names = negotiated.capabilities.filter((name) => name === 'dev.ucp.shopping.order');
  const { payment_handlers: _, ...ucp } = envelope({ version, capabilities: names }, seller);
  const totals_ = lineTotals(price.amount);
  const pieces = version === '2026-01-11' ? { total: 1, fulfilled: 0 } : { original: 1, total: 1, fulfilled: 0 };
  const item = { id: itemIdOf(line), title, price: price.amount };
  const destination = { address_country: to?.country ?? '' };
  const expected = { id: 'exp_1', line_items: [{ id: 'li_1', quantity: 1 }], method_type: 'shipping', destination };
  return {
    ucp,
    ...confirmation(sale, origin),
    checkout_id: id,
    currency: price.currency.toUpperCase(),
    line_items: [{ id: 'li_1', item, quantity: pieces, totals: totals_, status: 'processing' }],
    fulfillment: { expectations: [expected], events: [] },
    totals: totals(session),
  };
}

function confirmation({ orderNumber }: Sale, origin: string): Record<string, unknown> {
  return { id: orderNumber, permalink_url: `${origin}/#${orderNumber}` };
}

function lineTotals(amount: number) {
  return [
    { type: 'subtotal', amount },
    { type: 'total', amount },
  ];
}

function totals(session: Session): Record<string, unknown>[] {
  const { item, shipping, tax, fee, total } = totalsOf(session);
  return [
    { type: 'subtotal', amount: item },
    ...(shipping === null ? [] : [{ type: 'fulfillment', display_text: 'Shipping', amount: shipping }]),
    ...(tax === null ? [] : [{ type: 'tax', amount: tax }]),
    ...(fee === 0 ? [] : [{ type: 'fee', display_text: 'Surcharge', amount: fee }]),
    { type: 'total', amount: total },
  ];
}

function message(problem: Problem): Record<string, unknown> {
  const { severity = 'recoverable', ...rest } = MESSAGES[problem];
  return { type: 'error', ...rest, severity };
}

function fulfillment({ to, option, at }: Session): Record<string, unknown> {
  const line_item_ids = ['li_1'];
  if (!to) return { methods: [{ id: 'shipping', type: 'shipping', line_item_ids, destinations: [], groups: [] }] };
  const options = SHIPPING.map(({ id, title, amount, days: [earliest, latest] }) => ({
    id,
    title,
    earliest_fulfillment_time: inDays(at, earliest),
    latest_fulfillment_time: inDays(at, latest),
    totals: [{ type: 'total', amount }],
  }));
  const destinations = [{ id: 'dest_1', address_country: to.country, address_region: to.region }];
  const groups = [{ id: 'group_1', line_item_ids, options, selected_option_id: option }];
  const method = { id: 'shipping', type: 'shipping', line_item_ids, destinations, groups };
  return { methods: [{ ...method, selected_destination_id: 'dest_1' }] };
}

export function inDays(at: number, days: number): string {
  return new Date(at + days * 24 * 60 * 60 * 1_000).toISOString();
}
