import RefundIcon from '@mui/icons-material/Undo';
import { money } from '@supreme-access/contract/labels.js';
import { NumberInput, required, TextInput } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { useOffered } from './offered.js';

interface RefundForm {
  reason: string;
  amount?: number | null;
}

export function RefundButton() {
  const order = useOffered('refund');
  if (!order) return null;
  const charged = money(order.charged, order.currency);
  const refunded = money(order.refunded, order.currency);
  return (
    <ActionButton<RefundForm, unknown>
      label="Refund"
      pending="Refunding…"
      title="Refund this order?"
      explain={`${charged} charged, ${refunded} refunded so far. The money goes back to the card it came from.`}
      done="The refund is on its way."
      icon={<RefundIcon />}
      run={({ reason, amount }, key) =>
        dataProvider.refund(order.orderId, { reason, ...(amount == null ? {} : { amount }) }, key)
      }
    >
      <TextInput source="reason" label="Reason" validate={required()} autoFocus />
      <NumberInput source="amount" label="Amount" step={0.01} min={0} helperText="Empty: all that is still charged." />
    </ActionButton>
  );
}
