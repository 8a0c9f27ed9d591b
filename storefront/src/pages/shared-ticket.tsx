import type { SharedTicket as Shared } from '@supreme-access/contract/shapes/orders.js';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { ApiError, api } from '../api/api.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';
import { Ticket } from '../ui/ticket.js';

export function SharedTicket() {
  const { ticketId = '' } = useParams();
  const ticket = useQuery({
    queryKey: ['ticket', ticketId],
    queryFn: () => api.get<Shared>(`/api/tickets/${encodeURIComponent(ticketId)}`),
  });
  if (ticket.isPending) return <Loading />;
  if (ticket.isLoadingError) {
    const isMissing = ticket.error instanceof ApiError && ticket.error.status === 404;
    if (isMissing) return <Missing title="No such ticket." text="Its owner does not show it, or no longer." />;
    return <LoadFailure error={ticket.error} retry={ticket.refetch} />;
  }
  const { stamps, productId, ...facts } = ticket.data;
  return (
    <div className="gutter grid max-w-4xl gap-6 py-8 lg:py-14">
      <h1 className="heading text-title">A ticket.</h1>
      <p className="max-w-prose text-pretty">
        Somebody holds this slot and shows it here. What became of the drop is public.
      </p>
      <Ticket facts={facts} tone="kept" stamps={stamps} level={2} />
      <p>
        <Link to={`/drops/${encodeURIComponent(productId)}`} className="font-medium">
          Arrivals of this drop
        </Link>
      </p>
    </div>
  );
}
