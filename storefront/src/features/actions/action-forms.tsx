import { useState } from 'react';
import type { ActionOutcome, ActionView } from '../../../../backend/src/contract/api-types.js';
import { messageOf } from '../../api.js';
import { useIntent } from '../../intent.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { FeeCardForm } from '../checkout/fee-card-form.js';
import { WORDING } from './wording.js';

interface ActionFormsProps {
  path: string;
  view: ActionView;
  onDone(view: ActionView): Promise<void>;
  /** refused, or nobody knows: the order may have moved meanwhile */
  onFailed(): unknown;
}

/** What an open link can do: its one button, and for a fee another card. */
export function ActionForms({ path, view: { purpose, order }, onDone, onFailed }: ActionFormsProps) {
  const act = useAct(path, onDone, onFailed);
  return (
    <>
      <ActButton label={WORDING[purpose].button} act={act} />
      {purpose === 'fee' && <FeeCardForm name={order?.name ?? ''} pay={act} />}
    </>
  );
}

/** Uses the link, with a card token where another card pays. A bank that asks for the cardholder is where it goes on. */
function useAct(path: string, onDone: ActionFormsProps['onDone'], onFailed: ActionFormsProps['onFailed']) {
  const send = useIntent();
  const alerts = useAlerts();
  return async (token?: string) => {
    const body = token ? { token } : {};
    alerts.clear();
    try {
      const { redirectUrl, ...view } = await send<ActionOutcome>(path, body, () => body);
      if (redirectUrl) location.assign(redirectUrl);
      else await onDone(view);
    } catch (error) {
      onFailed();
      // a card that was just typed says what is wrong with it where it was typed
      if (token) throw error;
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
