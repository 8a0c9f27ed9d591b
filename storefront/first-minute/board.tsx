import type { GuidedDrop } from '@supreme-access/contract/shapes/first-minute.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import { useCallback } from 'react';
import { ApiError } from '../src/api/api.js';
import type { Person } from './entrance.js';
import { type AsOf, useReading } from './live-log.js';
import { Note, Pane } from './pane.js';

interface BoardProps {
  operator: Person;
  drop: GuidedDrop | null;
  beat: number;
}

interface Seen {
  product: AdminProduct;
  outcome: ReleaseOutcome | null;
}

export function Board({ operator, drop, beat }: BoardProps) {
  const { api, session } = operator;
  const productId = drop?.productId;
  const read = useCallback(
    async (asOf: AsOf): Promise<Seen> => {
      const path = `/api/admin/products/${productId}`;
      const product = await api.get<AdminProduct>(path, asOf);
      if (product.releaseStartedAt === null) return { product, outcome: null };
      return { product, outcome: await api.get<ReleaseOutcome>(`${path}/outcome`, asOf).catch(notYet) };
    },
    [api, productId],
  );
  const seen = useReading(productId ? read : null, beat);
  return (
    <Pane title="The board" as={`${session.name}, who runs it`}>
      {seen && seen.product.productId === productId ? (
        <Figures {...seen} crowd={drop?.crowd ?? 0} />
      ) : (
        <Note>Slots, checkouts, fees and what went wrong, as an operator sees them.</Note>
      )}
    </Pane>
  );
}

/** Between the release and its first figure there is none. @throws whatever else is wrong */
function notYet(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

function Figures({ product, outcome, crowd }: Seen & { crowd: number }) {
  const { totalStock, reserved, releaseStartedAt } = product;
  const { bought = 0, charged = 0, soldOut = 0, declined = 0, unknown = 0, due = 0 } = outcome ?? {};
  const rows: [string, string][] = [
    ['Slots reserved', `${reserved} of ${totalStock}`],
    ['Bought at the retailer', `${bought}${outcome ? ` of ${due}` : ''}`],
    ['Not bought so far', String(due - bought)],
    ['Fees charged', String(charged)],
    ['Nothing left there', String(soldOut)],
    ['Fee declined', String(declined)],
    ['Answer awaited', String(unknown)],
  ];
  return (
    <div className="grid gap-4">
      <dl className="border-b border-rule">
        {rows.map(([term, value]) => (
          <div key={term} className="flex items-baseline justify-between gap-4 border-t border-rule py-2">
            <dt>{term}</dt>
            <dd className="count text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="font-medium">{verdict({ reserved, totalStock, crowd, isOver: releaseStartedAt !== null })}</p>
    </div>
  );
}

interface Judged {
  reserved: number;
  totalStock: number;
  crowd: number;
  isOver: boolean;
}

function verdict({ reserved, totalStock, crowd, isOver }: Judged): string {
  if (!isOver && reserved < totalStock) return `${crowd} shoppers are on their way to ${totalStock} slots.`;
  return reserved <= totalStock ? `Never oversold: ${reserved} of ${totalStock} slots.` : 'Oversold.';
}
