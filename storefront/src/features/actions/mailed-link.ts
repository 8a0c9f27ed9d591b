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
import { standingOf } from './standing.js';

/** how often we look whether the bank's yes has arrived, ms */
const LOOK_FOR_YES = 2_000;
/** how often we look what has become of an order that still moves while no stream stands, ms */
const LOOK_AGAIN = 10_000;

export function useMailedLink(token: string) {
  const path = `/api/actions/${encodeURIComponent(token)}`;
  const client = useQueryClient();
  const bankSaid = parameterOf(useSearchParams()[0], 'redirect_status');
  const [used, setUsed] = useState(false);
  const [stands, setStands] = useState(false);
  const queryKey = ['action', token];
  const link = useQuery({
    queryKey,
    queryFn: () => api.get<ActionView>(path),
    // a link about an account is used once: asked again, the server would know nothing of it
    staleTime: ({ state: { data } }) => (data?.order === null ? Infinity : 0),
    refetchInterval: ({ state: { data } }) => (data ? pauseBeforeLook(data, bankSaid, stands) : false),
  });
  const order = link.data?.order;
  const change = (changed: (order: Order) => Order) =>
    client.setQueryData<ActionView>(queryKey, (view) => view && { ...view, order: view.order && changed(view.order) });
  useLive(order ? linkTopic(token) : null, (event) => {
    if (event.event === MISSED || event.event === BROKEN) setStands(event.event === MISSED);
    const news = readNews(event);
    if (news) change((known) => withNews(known, news));
    if (!news && event.event !== MISSED) return;
    for (const key of [queryKey, ['story']]) void client.invalidateQueries({ queryKey: key });
  });
  /** what the stream of the order's drop tells */
  const hearDrop = (event: LiveEvent) => {
    const schedule = readSchedule(event);
    if (schedule) change((known) => withSchedule(known, schedule));
  };
  const standing = link.data ? standingOf(link.data, bankSaid) : 'open';
  const keep = async (view: ActionView, session: Session | null) => {
    setUsed(true);
    // every other session of the account has ended, this browser's among them
    if (session) signIn(session);
    // the server has ended every session: the stored one would only keep the login screen shut
    else if (view.purpose === 'undo') signOut();
    // what was asked before the press may be answered after it
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, view);
  };
  return { path, link, bankSaid, keep, hearDrop, standing: used && !link.data?.order ? 'done' : standing };
}

function pauseBeforeLook(view: ActionView, bankSaid: string | null, stands: boolean): number | false {
  if (standingOf(view, bankSaid) === 'confirming') return LOOK_FOR_YES;
  return !stands && OPEN_STATUSES.some((open) => open === view.order?.status) && LOOK_AGAIN;
}
