import { type OrderDoc, ordersProjection } from '../../orders/orders.projection.js';
import type { Reads } from '../../platform/read-models/reads.js';

const PAGE = 100;

/** Orders of a time, ms UTC, by pages; each goes on where the one before ended, so that none costs more than the first. */
export async function* ordersIn(
  reads: Pick<Reads, 'find'>,
  range: { from: number; to: number | null },
): AsyncIterable<OrderDoc[]> {
  // Both have an index that begins with whether they are archived.
  for (const archived of [false, true]) {
    let [from, skip] = [range.from, 0];
    for (;;) {
      const orderDate = { gte: from, ...(range.to === null ? {} : { lte: range.to }) };
      const query = { where: { archived, orderDate }, sort: [['orderDate', 'asc'] as const], skip, limit: PAGE };
      const docs = await reads.find(ordersProjection, query);
      const last = docs.at(-1)?.orderDate;
      if (last === undefined) break;
      yield docs;
      if (docs.length < PAGE) break;
      skip = (last === from ? skip : 0) + docs.filter(({ orderDate: at }) => at === last).length;
      from = last;
    }
  }
}
