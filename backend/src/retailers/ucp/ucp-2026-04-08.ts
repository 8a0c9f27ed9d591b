import { isObject, isText, type Json, objectsIn } from '../json-calls.js';
import type { RetailerItem, StockLine } from '../retailer.js';
import type { Dialect } from '../sessions/session.js';
import type { Totals } from '../sessions/totals.js';
import { type UcpOptions, ucpDialect } from './ucp-dialect.js';

const VERSION = '2026-04-08';

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
      variants.set(id, !isObject(availability) || availability.available !== false);
      if (title === '' && isText(product.title, 500) && items.some(({ itemId }) => itemId === id))
        title = product.title;
    }
  }
  const stock = items.map(
    ({ size, style, itemId }): StockLine => ({ size, style, quantity: variants.get(itemId) ? 1 : 0 }),
  );
  return { title, stock };
}
