import { isObject, objectsIn } from '../json-calls.js';
import type { Dialect } from '../sessions/session.js';
import { sumOf, type Totals } from '../sessions/totals.js';
import { type UcpOptions, ucpDialect } from './ucp-dialect.js';

const VERSION = '2026-01-11';
const TYPES: readonly string[] = ['subtotal', 'items_discount', 'discount', 'fulfillment', 'tax', 'fee'];

/** This version has no catalogue. */
export function ucp20260111(options: UcpOptions): Dialect {
  return ucpDialect(
    {
      version: VERSION,
      addsUp,
      handlers: ({ payment }) =>
        objectsIn(isObject(payment) ? payment.handlers : []).map(({ id, name }) => ({ id, name })),
      created: ({ limit }) => ({ currency: limit?.currency.toUpperCase(), payment: {} }),
      replaced: ({ id, body }) => ({ id, currency: body.currency, payment: {} }),
      payment: (instrument) => ({ payment_data: instrument }),
      lookup: null,
    },
    options,
  );
}

/**
 * No amount is negative; total.json and the examples of the discount extension differ on items_discount.
 * https://ucp.dev/2026-01-11/schemas/shopping/types/total.json https://ucp.dev/2026-01-11/specification/discount
 */
function addsUp(totals: Totals): boolean {
  const { rows, total } = totals;
  if (rows.some(({ type, amount }) => !TYPES.includes(type) || amount < 0)) return false;
  const sum = sumOf(totals, 'subtotal', 'fulfillment', 'tax', 'fee') - sumOf(totals, 'discount');
  return total === sum || total === sum - sumOf(totals, 'items_discount');
}
