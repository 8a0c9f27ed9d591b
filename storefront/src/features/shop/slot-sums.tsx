import { counted } from '@supreme-access/contract/labels.js';
import type { SlotSums as Sums } from '@supreme-access/contract/shapes/releases.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.js';

export function SlotSums({ productId }: { productId: string }) {
  const { data } = useQuery({
    queryKey: ['product', productId, 'sums'],
    queryFn: () => api.get<Sums>(`/api/products/${encodeURIComponent(productId)}/sums`),
    staleTime: 60_000,
  });
  if (!data || data.slots === 0) return null;
  const { slots, bought, notBought } = data;
  const open = slots - bought - notBought;
  const rows = [
    ['Got the item', bought],
    ['Not bought, not charged', notBought],
    ...(open > 0 ? [['No answer yet', open] as const] : []),
  ] as const;
  return (
    <section aria-label="What became of the slots" className="grid gap-1">
      <p>{counted(slots, 'slot was', 'slots were')} held at the release.</p>
      <dl className="border-t border-rule">
        {rows.map(([term, count]) => (
          <div key={term} className="flex items-baseline justify-between gap-4 border-b border-rule py-1.5">
            <dt className="text-muted">{term}</dt>
            <dd className="count">{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
