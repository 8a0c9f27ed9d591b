import { counted } from '@supreme-access/contract/labels.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { ReactNode } from 'react';
import { useByServerTime } from '../../api/clock.js';
import { departure, remaining } from '../../ui/countdown.js';
import { Ticket } from '../../ui/ticket.js';
import { AtTheShop } from './at-the-shop.js';
import { ticketOf, toneOf } from './story.js';

interface OrderTicketProps {
  order: Order;
  level?: 2 | 3;
  children?: ReactNode;
}

function ReleaseCountdown({ at }: { at: string }) {
  const left = useByServerTime((now) => Math.max(0, Math.ceil((Date.parse(at) - now) / 1_000)));
  if (left === 0) return null;
  return (
    <p role="timer" aria-label={departure(left * 1_000)} className="count text-sm">
      <span aria-hidden="true">
        Departs in <span className="text-lg font-semibold">{clockLeft(left)}</span>
      </span>
    </p>
  );
}

/** `2 days 03:04:05` or `03:04:05`. */
function clockLeft(seconds: number): string {
  const { days, hours, minutes, seconds: rest } = remaining(seconds * 1_000);
  const clock = [hours, minutes, rest].map((part) => String(part).padStart(2, '0')).join(':');
  return days === 0 ? clock : `${counted(days, 'day', 'days')} ${clock}`;
}

export function OrderTicket({ order, level = 3, children }: OrderTicketProps) {
  return (
    <Ticket facts={ticketOf(order)} tone={toneOf(order)} stamps={order.stamps} level={level}>
      {order.status === 'pending' && order.releaseAt && <ReleaseCountdown at={order.releaseAt} />}
      <AtTheShop order={order} />
      {children}
    </Ticket>
  );
}
