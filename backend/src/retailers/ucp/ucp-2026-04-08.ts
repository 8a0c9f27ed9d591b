import { isObject, isText, type Json, objectsIn } from '../json-calls.js';
import type { RetailerItem, StockLine, Variant } from '../retailer.js';
import { errorCodes } from '../sessions/fields.js';
import type { Dialect } from '../sessions/session.js';
import type { Totals } from '../sessions/totals.js';
import { type UcpOptions, ucpDialect } from './ucp-dialect.js';

const VERSION = '2026-04-08';
const VARIANTS_MAX = 500;

export function ucp20260408(options: UcpOptions): Dialect {
  return ucpDialect(
    {
      version: VERSION,
      addsUp,
      handlers: ({ ucp }) => {
        const byName = isObject(ucp) && isObject(ucp.payment_handlers) ? ucp.payment_handlers : {};
        return Object.entries(byName).flatMap(([name, list]) => objectsIn(list).map(({ id }) => ({ id, name })));
      },
      created: ({ limit }) => (limit ? { context: { currency: limit.currency.toUpperCase() } } : {}),
      replaced: () => ({}),
      payment: (instrument) => ({ payment: { instruments: [{ ...instrument, selected: true }] } }),
      lookup: {
        request: (ids) => ({ method: 'POST', path: '/catalog/lookup', content: { ids: [...ids] } }),
        read: readProducts,
        product: (id) => ({ method: 'POST', path: '/catalog/product', content: { id } }),
        readProduct,
      },
    },
    options,
  );
}

/** Signed amounts: https://ucp.dev/2026-04-08/specification/checkout (Totals, Verification) */
function addsUp({ rows, total }: Totals): boolean {
  const subtotals = rows.filter(({ type }) => type === 'subtotal');
  return subtotals.length === 1 && rows.reduce((sum, { amount }) => sum + amount, 0) === total;
}

function readProducts({ ucp, products }: Json, items: readonly RetailerItem[]) {
  if (!isObject(ucp) || ucp.version !== VERSION || !Array.isArray(products)) return undefined;
  const variants = new Map<unknown, boolean>();
  let title = '';
  for (const product of objectsIn(products)) {
    for (const { id, availability } of objectsIn(product.variants)) {
      variants.set(id, isAvailable(availability));
      if (title === '' && isText(product.title, 500) && items.some(({ itemId }) => itemId === id))
        title = product.title;
    }
  }
  const stock = items.map(
    ({ size, style, itemId }): StockLine => ({ size, style, quantity: variants.get(itemId) ? 1 : 0 }),
  );
  return { title, stock };
}

/** https://ucp.dev/2026-04-08/specification/catalog/lookup (Get Product) */
function readProduct({ ucp, product, messages }: Json) {
  if (!isObject(ucp) || ucp.version !== VERSION) return undefined;
  if (errorCodes(messages).includes('not_found')) return null;
  if (!isObject(product) || !isText(product.title, 500)) return undefined;
  const variants = objectsIn(product.variants).slice(0, VARIANTS_MAX).flatMap(readVariant);
  return { title: product.title, variants };
}

function readVariant({ id, title, options, availability }: Json): Variant[] {
  if (!isText(id, 200)) return [];
  const labels = objectsIn(options).flatMap(({ label }) => (isText(label, 100) ? [label] : []));
  return [{ itemId: id, title: isText(title, 500) ? title : id, labels, available: isAvailable(availability) }];
}

function isAvailable(availability: unknown): boolean {
  return !isObject(availability) || availability.available !== false;
}
