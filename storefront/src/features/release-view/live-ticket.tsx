import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { type ReactNode, useEffect } from 'react';
import { Ticket } from '../../ui/ticket.js';
import { ticketOf, toneOf } from '../orders/story.js';
import { endingOf } from './ending.js';
import { useLanded } from './landing.js';

interface LiveTicketProps {
  order: Order;
  settle?(order: Order): ReactNode;
  onLanded(order: Order): void;
}

export function LiveTicket({ order, settle, onLanded }: LiveTicketProps) {
  const { stamps, isLanding } = useLanded(order.stamps);
  useEffect(() => {
    if (!isLanding) onLanded(order);
  }, [order, isLanding, onLanded]);
  const ending = isLanding ? null : endingOf(order);
  const last = stamps.findLast(({ done }) => done);
  return (
    <div className="grid gap-4 lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-10">
      <Ticket
        facts={ticketOf(isLanding ? { ...order, boughtSize: null, boughtStyle: null } : order)}
        tone={ending ? toneOf(order) : 'kept'}
        stamps={stamps}
      />
      <div aria-live="polite" className="grid content-center gap-2">
        {!ending && last && last.kind !== 'reserved' && <p className="sr-only">{last.label}.</p>}
        {ending && (
          <div className="stage-ending grid gap-2" data-ending={ending.kind}>
            <h3 className="heading text-title break-words">{ending.title}</h3>
            {ending.text && <p className="font-medium">{ending.text}</p>}
          </div>
        )}
        {ending?.kind === 'action-needed' && <div className="mt-2 grid">{settle?.(order)}</div>}
      </div>
    </div>
  );
}
