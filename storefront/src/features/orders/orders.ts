import { ORDERS_TOPIC, SHOP_TOPIC } from '@supreme-access/contract/live-topics.js';
import type { Order, OrderStamp, StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import type { Schedule } from '@supreme-access/contract/shapes/releases.js';
import { ORDER_STATUSES, type OrderStatus, statusLabel } from '@supreme-access/contract/statuses.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.js';
import { BROKEN, type LiveEvent, MISSED, useLive } from '../../api/live.js';
import { refetchPending } from '../../api/query-client.js';

const KEY = ['orders'];
const POLL_MS = 30_000;

export function newestFirst(orders: readonly Order[]): Order[] {
  return orders.toSorted((a, b) => Date.parse(b.orderDate) - Date.parse(a.orderDate));
}

/** The shopper's orders, live, newest first. `onNews` receives an order whose status has changed. */
export function useOrders(onNews: (order: Order) => void = () => {}) {
  const isConnected = useOrderNews(onNews);
  useSchedules();
  return useQuery({
    queryKey: KEY,
    queryFn: () => api.get<Order[]>('/api/user/orders'),
    select: newestFirst,
    refetchInterval: isConnected ? false : POLL_MS,
  });
}

export interface OrderNews {
  orderId: string;
  status: OrderStatus;
  stamps: OrderStamp[];
  /** It is part of the first message of a new connection. */
  isAgain: boolean;
}

export function readNews({ event, data }: LiveEvent): OrderNews | null {
  if (event !== 'order' || typeof data !== 'object' || data === null) return null;
  const { orderId, status, stamps, again } = data as Record<string, unknown>;
  const orderStatus = ORDER_STATUSES.find((each) => each === status);
  if (typeof orderId !== 'string' || !orderStatus || !Array.isArray(stamps)) return null;
  return { orderId, status: orderStatus, stamps: stamps as OrderStamp[], isAgain: again === true };
}

function useOrderNews(onNews: (order: Order) => void): boolean {
  const client = useQueryClient();
  const [isConnected, setIsConnected] = useState(false);
  useLive(ORDERS_TOPIC, (event) => {
    if (event.event === MISSED || event.event === BROKEN) setIsConnected(event.event === MISSED);
    if (event.event === MISSED)
      return [KEY, ['story']].forEach((queryKey) => void client.invalidateQueries({ queryKey }));
    const news = readNews(event);
    if (!news) return;
    const before = client.getQueryData<Order[]>(KEY)?.find(({ orderId }) => orderId === news.orderId);
    // The list has just been requested, as the stream opened.
    if (news.isAgain && before && isUnchanged(before, news)) return;
    client.setQueryData<Order[]>(KEY, (orders) => orders?.map((order) => withNews(order, news)));
    void client.invalidateQueries({ queryKey: KEY });
    void client.invalidateQueries({ queryKey: ['story', news.orderId] });
    if (before && before.status !== news.status) onNews(withNews(before, news));
  });
  return isConnected;
}

function useSchedules(): void {
  const client = useQueryClient();
  useLive(SHOP_TOPIC, (event) => {
    const schedule = readSchedule(event);
    if (!schedule) return;
    client.setQueryData<Order[]>(KEY, (orders) => orders?.map((order) => withSchedule(order, schedule)));
    refetchPending(client, KEY);
  });
}

/** The new release time of a drop; null for every other event. */
export function readSchedule({ event, data }: LiveEvent): Schedule | null {
  return event === 'scheduled' || event === 'moved' ? (data as Schedule) : null;
}

export function withSchedule(order: Order, { productId, releaseAt }: Schedule): Order {
  return order.productId === productId ? { ...order, releaseAt } : order;
}

function isUnchanged(order: Order, { status, stamps }: OrderNews): boolean {
  return order.status === status && JSON.stringify(order.stamps) === JSON.stringify(stamps);
}

export function withNews(order: Order, { orderId, status, stamps }: OrderNews): Order {
  if (order.orderId !== orderId) return order;
  if (order.status === status) return { ...order, stamps };
  return { ...order, status, stamps, statusLabel: statusLabel(status), statusNote: '' };
}

/** `path` is the route of a mailed link, which needs no account. */
export function useStory(orderId: string, path = `/api/user/orders/${encodeURIComponent(orderId)}`) {
  return useQuery({ queryKey: ['story', orderId], queryFn: () => api.get<StoryEntry[]>(`${path}/story`) });
}
