import { counted } from '@supreme-access/contract/labels.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.js';
import { serverNow, useByServerTime } from '../../api/clock.js';
import { useSession } from '../../api/session.js';
import { RowBoundary } from '../../ui/row-boundary.js';
import { Ticket } from '../../ui/ticket.js';

/** A profile with one of these orders can hold no second slot of the drop. */
const HOLDING: readonly OrderStatus[] = ['pending', 'processing', 'success', 'action_required'];

export function useHeldSlots(productId: string): readonly Order[] {
  const isSignedIn = useSession() !== null;
  const { data } = useQuery({
    queryKey: ['orders'],
    queryFn: () => api.get<Order[]>('/api/user/orders'),
    enabled: isSignedIn,
  });
  if (!isSignedIn) return [];
  return (data ?? []).filter((order) => order.productId === productId && HOLDING.includes(order.status));
}

export function HeldSlots({ orders: all }: { orders: readonly Order[] }) {
  // The server's time may be unknown when the page opens, so ages are compared.
  const [openedAt] = useState(() => Date.now());
  // A slot secured on this page already has its ticket in the dialog.
  const isOlder = ({ orderDate }: Order) => serverNow() - Date.parse(orderDate) > Date.now() - openedAt;
  const count = useByServerTime(() => all.filter(isOlder).length);
  if (count === 0) return null;
  const orders = all.filter(isOlder);
  return (
    <section aria-label="Your slots" className="grid gap-3">
      <h2 className="heading text-head">You hold {counted(count, 'slot', 'slots')} of this drop.</h2>
      <p>
        <Link to="/user/orders">See your orders</Link>
      </p>
      {orders.map((order) => (
        <RowBoundary key={order.orderId} what="ticket">
          <Ticket
            facts={{
              ...order,
              size: order.boughtSize ?? order.size,
              style: order.boughtStyle ?? order.style,
              holder: order.profileName || order.name,
            }}
            tone="kept"
            stamps={order.stamps}
          />
        </RowBoundary>
      ))}
    </section>
  );
}
