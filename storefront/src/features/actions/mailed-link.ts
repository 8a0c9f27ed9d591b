import { linkTopic } from '@supreme-access/contract/live-topics.js';
import { parameterOf } from '@supreme-access/contract/parameters.js';
import type { ActionView, Order } from '@supreme-access/contract/shapes/orders.js';
import type { Session } from '@supreme-access/contract/shapes/people.js';
import { OPEN_STATUSES } from '@supreme-access/contract/statuses.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../api/api.js';
import { BROKEN, type LiveEvent, MISSED, useLive } from '../../api/live.js';
import { signIn, signOut } from '../../api/session.js';
import { readNews, readSchedule, withNews, withSchedule } from '../orders/orders.js';
import { linkStateOf } from './link-state.js';

const CONFIRMATION_POLL_MS = 2_000;
const ORDER_POLL_MS = 10_000;

export function useMailedLink(token: string) {
  const path = `/api/actions/${encodeURIComponent(token)}`;
  const client = useQueryClient();
  const bankSaid = parameterOf(useSearchParams()[0], 'redirect_status');
  const [used, setUsed] = useState(false);
  const [isConnected, setIsConnected] = useState(false);
  const queryKey = ['action', token];
  const link = useQuery({
    queryKey,
    queryFn: () => api.get<ActionView>(path),
    // A link about an account works once: a second request would find nothing.
    staleTime: ({ state: { data } }) => (data?.order === null ? Infinity : 0),
    refetchInterval: ({ state: { data } }) => (data ? pollInterval(data, bankSaid, isConnected) : false),
  });
  const order = link.data?.order;
  const change = (changed: (order: Order) => Order) =>
    client.setQueryData<ActionView>(queryKey, (view) => view && { ...view, order: view.order && changed(view.order) });
  useLive(order ? linkTopic(token) : null, (event) => {
    if (event.event === MISSED || event.event === BROKEN) setIsConnected(event.event === MISSED);
    const news = readNews(event);
    if (news) change((cached) => withNews(cached, news));
    if (!news && event.event !== MISSED) return;
    for (const key of [queryKey, ['story']]) void client.invalidateQueries({ queryKey: key });
  });
  const onDropEvent = (event: LiveEvent) => {
    const schedule = readSchedule(event);
    if (schedule) change((cached) => withSchedule(cached, schedule));
  };
  const linkState = link.data ? linkStateOf(link.data, bankSaid) : 'open';
  const keep = async (view: ActionView, session: Session | null) => {
    setUsed(true);
    // The server has ended every other session of the account, this browser's among them.
    if (session) signIn(session);
    // The server has ended every session; a stored one would keep the login screen closed.
    else if (view.purpose === 'undo') signOut();
    // A request sent before the press may be answered after it.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, view);
  };
  return { path, link, bankSaid, keep, onDropEvent, linkState: used && !link.data?.order ? 'done' : linkState };
}

function pollInterval(view: ActionView, bankSaid: string | null, isConnected: boolean): number | false {
  if (linkStateOf(view, bankSaid) === 'confirming') return CONFIRMATION_POLL_MS;
  return !isConnected && OPEN_STATUSES.some((open) => open === view.order?.status) && ORDER_POLL_MS;
}
