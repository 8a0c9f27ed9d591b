import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { ActionView, Session } from '../../../backend/src/contract/api-types.js';
import { OPEN_STATUSES } from '../../../backend/src/contract/statuses.js';
import { ApiError, api } from '../api.js';
import { ActionForms } from '../features/actions/action-forms.js';
import { EraseOrder } from '../features/actions/erase-order.js';
import { type Standing, standingOf } from '../features/actions/standing.js';
import { WORDING } from '../features/actions/wording.js';
import { CodeForm } from '../features/cards/code-form.js';
import { ForwardNote } from '../features/orders/forward-note.js';
import { toneOf } from '../features/orders/story.js';
import { signIn, signOut, useSession } from '../session.js';
import { InlineAlert } from '../ui/alert.js';
import { ButtonLink } from '../ui/button.js';
import { FormPage } from '../ui/form-page.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';
import { Ticket } from '../ui/ticket.js';

/** how often we look whether the bank's yes has arrived, ms */
const LOOK_FOR_YES = 2_000;
/** how often we look what has become of an order that still moves, ms */
const LOOK_AGAIN = 10_000;

/** Where a signed link from a mail leads: it says what it is for and does it once, after a press. */
export function Action() {
  const { token = '' } = useParams();
  const [erased, setErased] = useState(false);
  const path = `/api/actions/${encodeURIComponent(token)}`;
  const { link, standing, bankSaid, keep } = useLink(token, path);
  if (erased) return <Missing title="Your data is erased." text="We know nothing more about you and this order." />;
  if (link.error instanceof ApiError && [400, 404, 410].includes(link.error.status)) {
    return (
      <Missing title="This link has ended." text="It was used, or its time is over. Your orders have the latest." />
    );
  }
  if (link.isPending) return <Loading />;
  if (link.isLoadingError) return <LoadFailure error={link.error} retry={link.refetch} />;
  const view = link.data;
  return (
    <ActionScreen view={view} standing={standing}>
      {standing === 'open' && bankSaid === 'failed' && (
        <InlineAlert type="danger" text="Your bank did not confirm the fee. Try again, or use another card." />
      )}
      {view.purpose === 'withdraw' && view.order?.codeOnFile === false && (
        <GuestCode
          path={path}
          note={standing === 'open' ? view.order.statusNote : ''}
          onGiven={(given) => keep(given, null)}
        />
      )}
      {standing === 'open' && <ActionForms path={path} view={view} onDone={keep} onFailed={link.refetch} />}
      {(standing === 'done' || standing === 'past') && (
        <div className="flex flex-wrap gap-3">
          <Onward view={view} />
          {view.purpose === 'withdraw' && <EraseOrder path={path} onErased={() => setErased(true)} />}
        </div>
      )}
    </ActionScreen>
  );
}

/** A guest's order waits for its security code: the link is where it is given. */
function GuestCode({ path, note, onGiven }: { path: string; note: string; onGiven(view: ActionView): Promise<void> }) {
  return (
    <div className="grid gap-4">
      {note && <p className="font-medium">{note}</p>}
      <CodeForm path={path} more={{ action: 'code' }} asGuest onGiven={(view) => onGiven(view as ActionView)} />
    </div>
  );
}

/** What the link is for and where that stands. A link about an account is used up once it was acted on. */
function useLink(token: string, path: string) {
  const client = useQueryClient();
  const bankSaid = useSearchParams()[0].get('redirect_status');
  const [used, setUsed] = useState(false);
  const queryKey = ['action', token];
  const link = useQuery({
    queryKey,
    queryFn: () => api.get<ActionView>(path),
    // a link about an account is used once: asked again, the server would know nothing of it
    staleTime: ({ state: { data } }) => (data?.order === null ? Infinity : 0),
    refetchInterval: ({ state: { data } }) => (data ? pauseBeforeLook(data, bankSaid) : false),
  });
  const standing = link.data ? standingOf(link.data, bankSaid) : 'open';
  const keep = async (view: ActionView, session: Session | null) => {
    setUsed(true);
    // every other session of the account has ended, this browser's among them
    if (session) signIn(session);
    // the server has ended every session: the stored one would only keep the login screen shut
    if (view.purpose === 'undo') signOut();
    // what was asked before the press may be answered after it
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, view);
  };
  return { link, bankSaid, keep, standing: used && !link.data?.order ? 'done' : standing };
}

function pauseBeforeLook(view: ActionView, bankSaid: string | null): number | false {
  if (standingOf(view, bankSaid) === 'confirming') return LOOK_FOR_YES;
  return OPEN_STATUSES.some((open) => open === view.order?.status) && LOOK_AGAIN;
}

interface ActionScreenProps {
  view: ActionView;
  standing: Standing;
  children: ReactNode;
}

function ActionScreen({ view: { purpose, order }, standing, children }: ActionScreenProps) {
  const { titles, lead } = WORDING[purpose];
  const open = standing === 'open';
  return (
    <FormPage title={titles[standing]} lead={open ? lead : undefined}>
      <div className="grid gap-8">
        {order && (
          <Ticket
            facts={{ ...order, holder: order.profileName || order.name }}
            tone={toneOf(order)}
            stamps={[{ label: 'Reserved', at: order.orderDate }]}
          />
        )}
        {standing === 'confirming' && <p role="status">Your bank has confirmed the fee. We wait for its message.</p>}
        {!open && order?.statusNote && <p className="font-medium">{order.statusNote}</p>}
        {order && <ForwardNote order={order} />}
        {children}
      </div>
    </FormPage>
  );
}

/** Where people go from a link that has done its work. A guest has no orders page: the link is theirs. */
function Onward({ view: { purpose } }: { view: ActionView }) {
  const session = useSession();
  if (purpose === 'verify') return <ButtonLink to="/shop">Go to the Shop</ButtonLink>;
  if (purpose === 'undo') return <ButtonLink to="/login">Login</ButtonLink>;
  return session ? (
    <ButtonLink to="/user/orders">See Your Orders</ButtonLink>
  ) : (
    <ButtonLink to="/">See All Departures</ButtonLink>
  );
}
