import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ActionPurpose, ActionView } from '../../../backend/src/contract/api-types.js';
import { ApiError, api, messageOf } from '../api.js';
import { toneOf } from '../features/account/story.js';
import { FeeCardForm } from '../features/checkout/fee-card-form.js';
import { useIntent } from '../intent.js';
import { useAlerts } from '../ui/alert.js';
import { Button, ButtonLink } from '../ui/button.js';
import { FormPage } from '../ui/form-page.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';
import { Ticket } from '../ui/ticket.js';

interface Wording {
  title: string;
  lead: string;
  button: string;
  done: string;
}

const WORDS: Record<ActionPurpose, Wording> = {
  fee: {
    title: 'Your order needs you.',
    lead: 'We bought it, but your bank did not allow the service fee. Ask your bank again, or pay with another card.',
    button: 'Try My Card Again',
    done: 'Thank you. The fee is paid.',
  },
  withdraw: {
    title: 'Withdraw this slot?',
    lead: 'The slot goes back to the board, where somebody else may take it. You are not charged.',
    button: 'Withdraw Slot',
    done: 'The slot is withdrawn. You were not charged.',
  },
  verify: {
    title: 'Verify your email.',
    lead: 'One press tells us that this address is yours.',
    button: 'Verify Email',
    done: 'Your email is verified.',
  },
  undo: {
    title: 'Undo the new email?',
    lead: 'Your account goes back to this address, and every session is ended. Set a new password afterwards.',
    button: 'Undo the Change',
    done: 'The change is undone. Login with this address.',
  },
};

/** Where a signed link from a mail leads: it says what it is for and does it once, after a press. */
export function Action() {
  const { token = '' } = useParams();
  const path = `/api/actions/${encodeURIComponent(token)}`;
  const link = useQuery({ queryKey: ['action', token], queryFn: () => api.get<ActionView>(path), staleTime: Infinity });
  const gone = link.error instanceof ApiError && [400, 404, 410].includes(link.error.status);
  if (gone)
    return (
      <Missing title="This link has ended." text="It was used, or its time is over. Your orders have the latest." />
    );
  if (link.isPending) return <Loading />;
  if (link.isError) return <LoadFailure error={link.error} retry={link.refetch} />;
  return <ActionScreen path={path} view={link.data} />;
}

function ActionScreen({ path, view }: { path: string; view: ActionView }) {
  const [done, setDone] = useState<ActionView | null>(null);
  const words = WORDS[view.purpose];
  const order = done?.order ?? view.order;
  const act = useAct(path, setDone);
  return (
    <FormPage title={done ? words.done : words.title} lead={done ? undefined : words.lead}>
      <div className="grid gap-8">
        {order && (
          <Ticket
            facts={{ ...order, holder: order.profileName || order.name }}
            tone={toneOf(order)}
            stamps={[{ label: 'Reserved', at: order.orderDate }]}
          />
        )}
        {order?.statusNote && <p className="font-medium">{order.statusNote}</p>}
        {done ? (
          <ButtonLink to={view.purpose === 'undo' ? '/login' : '/user/orders'} className="justify-self-start">
            {view.purpose === 'undo' ? 'Login' : 'See Your Orders'}
          </ButtonLink>
        ) : (
          <>
            <ActButton label={words.button} act={act} />
            {view.purpose === 'fee' && <FeeCardForm name={order?.name ?? ''} pay={act} />}
          </>
        )}
      </div>
    </FormPage>
  );
}

/** Uses the link, with a card token where another card pays. */
function useAct(path: string, onDone: (view: ActionView) => void) {
  const send = useIntent();
  const alerts = useAlerts();
  return async (token?: string) => {
    const body = token ? { token } : {};
    try {
      onDone(await send<ActionView>(path, body, () => body));
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
  };
}

function ActButton({ label, act }: { label: string; act(): Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await act();
    setBusy(false);
  };
  return (
    <Button disabled={busy} onClick={() => void press()} className="justify-self-start">
      {busy ? 'Working...' : label}
    </Button>
  );
}
