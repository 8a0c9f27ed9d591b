import type { ActionOutcome, ActionView } from '@supreme-access/contract/shapes/orders.js';
import type { Session } from '@supreme-access/contract/shapes/people.js';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { useAlerts } from '../../ui/alert.js';
import { CodeForm } from '../cards/code-form.js';
import { ActButton } from './act-button.js';
import { FeeForms } from './fee-forms.js';
import { type Proof, ProofForm, UndoForm } from './proof-form.js';
import { WORDING } from './wording.js';

interface ActionFormsProps {
  path: string;
  view: ActionView;
  onDone(view: ActionView, session: Session | null): Promise<void>;
  /** The link was refused or its outcome is unknown, so the order may have changed. */
  onFailed(): unknown;
}

export function ActionForms({ path, view, onDone, onFailed }: ActionFormsProps) {
  const { purpose, order, proof = 'none' } = view;
  const act = useAct(path, onDone, onFailed);
  const label = WORDING[purpose].button;
  if (proof !== 'none') return <ProofForm proof={proof} label={label} act={act} />;
  if (purpose === 'undo') return <UndoForm label={label} act={act} />;
  if (purpose === 'fee' && order) return <FeeForms order={order} fee={view.fee} act={act} />;
  return <ActButton label={label} variant={purpose === 'withdraw' ? 'quiet' : 'solid'} act={act} />;
}

function useAct(path: string, onDone: ActionFormsProps['onDone'], onFailed: ActionFormsProps['onFailed']) {
  const send = useIntent();
  const alerts = useAlerts();
  return async (body: { token?: string } | Proof = {}) => {
    alerts.clear();
    try {
      const answer = await send<ActionOutcome>(path, body, () => body);
      const { success, purpose, order, fee, redirectUrl } = answer;
      if (redirectUrl) location.assign(redirectUrl);
      else await onDone({ success, purpose, order, fee }, answer.token ? (answer as Session) : null);
    } catch (error) {
      onFailed();
      if ('token' in body) throw error;
      alerts.show('danger', messageOf(error));
    }
  };
}

export function GuestCode({
  path,
  note,
  onGiven,
}: {
  path: string;
  note: string;
  onGiven(view: ActionView): Promise<void>;
}) {
  return (
    <div className="grid gap-4">
      {note && <p className="font-medium">{note}</p>}
      <CodeForm path={path} more={{ action: 'code' }} asGuest onGiven={(view) => onGiven(view as ActionView)} />
    </div>
  );
}
