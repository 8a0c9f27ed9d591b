import type { EndedDrop } from '@supreme-access/contract/shapes/drops.js';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ApiError, api } from '../api/api.js';
import { ArrivalsBoard } from '../features/arrivals/arrivals-board.js';
import { CheckYourself } from '../features/arrivals/check-yourself.js';
import { HeldChart } from '../features/arrivals/held-chart.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';
import { usePageTitle } from '../ui/page-title.js';

export function Arrivals() {
  const { productId = '' } = useParams();
  const drop = useQuery({
    queryKey: ['drop', productId],
    queryFn: () => api.get<EndedDrop>(`/api/drops/${encodeURIComponent(productId)}`),
  });
  if (drop.isPending) return <Loading />;
  if (drop.isLoadingError) {
    const isMissing = drop.error instanceof ApiError && drop.error.status === 404;
    if (isMissing) return <Missing title="No such drop." text="This drop does not exist." />;
    return <LoadFailure error={drop.error} retry={drop.refetch} />;
  }
  return <Ended drop={drop.data} />;
}

function Ended({ drop }: { drop: EndedDrop }) {
  const { product, sums, endedAt } = drop;
  usePageTitle(`Arrivals: ${product?.productTitle ?? 'a past drop'}`);
  return (
    <>
      <header className="gutter grid gap-3 pt-8 pb-8 lg:pt-14">
        <p className="count text-sm text-muted">Arrivals</p>
        <h1 dir="auto" className="heading text-title [overflow-wrap:anywhere]">
          {product?.productTitle ?? 'A past drop'}
        </h1>
        {!sums && <p className="max-w-prose text-pretty">{whyNoSums(drop)}</p>}
      </header>
      {sums && (
        <div className="gutter columns gap-y-12 pb-12">
          <ArrivalsBoard sums={sums} />
          <HeldChart sums={sums} />
        </div>
      )}
      {endedAt !== null && <CheckYourself drop={drop} />}
    </>
  );
}

function whyNoSums({ endedAt, product }: EndedDrop): string {
  if (endedAt === null)
    return 'The sums are published once the last order of this drop has ended, 72 hours after its release at the latest.';
  if (!product) return 'This drop is no longer on the shop, so only its seal is shown.';
  return 'This drop was cancelled, or too few slots were held to publish sums that tell of nobody. Its seal is shown.';
}
