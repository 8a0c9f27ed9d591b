import type { Order, StoryEntry } from '@supreme-access/contract/api-types.js';
import { ORDER_STATUSES, type OrderStatus, statusLabel } from '@supreme-access/contract/statuses.js';
import type { OrderStamp } from '@supreme-access/contract/ticket.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.js';
import { type LiveEvent, MISSED, useLive } from '../../api/live.js';

const KEY = ['orders'];
/** how often the list looks again beside the live events, ms */
const LOOK_AGAIN = 30_000;

export function newestFirst(orders: readonly Order[]): Order[] {
  return orders.toSorted((a, b) => Date.parse(b.orderDate) - Date.parse(a.orderDate));
}

export function useOrders() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => api.get<Order[]>('/api/user/orders'),
    select: newestFirst,
    refetchInterval: LOOK_AGAIN,
  });
}

export interface OrderNews {
  orderId: string;
  status: OrderStatus;
  stamps: OrderStamp[];
}

export function readNews({ event, data }: LiveEvent): OrderNews | null {
  if (event !== 'order' || typeof data !== 'object' || data === null) return null;
  const { orderId, status, stamps } = data as { orderId?: unknown; status?: unknown; stamps?: unknown };
  const known = ORDER_STATUSES.find((each) => each === status);
  if (typeof orderId !== 'string' || !known || !Array.isArray(stamps)) return null;
  return { orderId, status: known, stamps: stamps as OrderStamp[] };
}

export function useOrderNews(onNews: (order: Order) => void): void {
  const client = useQueryClient();
  useLive('/api/user/orders/stream', (event) => {
    if (event.event === MISSED)
      return [KEY, ['story']].forEach((queryKey) => void client.invalidateQueries({ queryKey }));
    const news = readNews(event);
    if (!news) return;
    const before = client.getQueryData<Order[]>(KEY)?.find(({ orderId }) => orderId === news.orderId);
    client.setQueryData<Order[]>(KEY, (orders) => orders?.map((order) => withNews(order, news)));
    void client.invalidateQueries({ queryKey: KEY });
    void client.invalidateQueries({ queryKey: ['story', news.orderId] });
    if (before && before.status !== news.status) onNews(withNews(before, news));
  });
}

export function withNews(order: Order, { orderId, status, stamps }: OrderNews): Order {
  if (order.orderId !== orderId) return order;
  if (order.status === status) return { ...order, stamps };
  return { ...order, status, stamps, statusLabel: statusLabel(status), statusNote: '' };
}

export function useStory(orderId: string) {
  return useQuery({
    queryKey: ['story', orderId],
    queryFn: () => api.get<StoryEntry[]>(`/api/user/orders/${encodeURIComponent(orderId)}/story`),
  });
}
