import type { Order } from '@supreme-access/contract/api-types.js';
import type { ReactNode } from 'react';
import { Ticket } from '../../ui/ticket.js';
import { toneOf } from './story.js';

interface OrderTicketProps {
  order: Order;
  children?: ReactNode;
}

export function OrderTicket({ order, children }: OrderTicketProps) {
  return (
    <Ticket facts={{ ...order, holder: order.profileName || order.name }} tone={toneOf(order)} stamps={order.stamps}>
      {children}
    </Ticket>
  );
}
