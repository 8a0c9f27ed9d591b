import type { Order } from '@supreme-access/contract/api-types.js';
import type { ReactNode } from 'react';
import { type Stamp, Ticket } from '../../ui/ticket.js';
import { toneOf } from './story.js';

interface OrderTicketProps {
  order: Order;
  /** only the reservation's, where the story is not known */
  stamps?: readonly Stamp[];
  children?: ReactNode;
}

export function OrderTicket({ order, stamps, children }: OrderTicketProps) {
  return (
    <Ticket
      facts={{ ...order, holder: order.profileName || order.name }}
      tone={toneOf(order)}
      stamps={stamps ?? [{ label: 'Reserved', at: order.orderDate }]}
    >
      {children}
    </Ticket>
  );
}
