import RefundIcon from '@mui/icons-material/Undo';
import { money } from '@supreme-access/contract/labels.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { maxValue, minValue, required, TextInput, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { DecimalInput } from '../ui/NumberInputs.js';
import type { Proof } from '../ui/OwnProof.js';

/** Password and code are filled once the server asks for them. */
interface RefundForm extends Partial<Proof> {
  reason: string;
  amount?: number | null;
}

export function RefundButton() {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  const { charged, refunded, refundable, currency } = order;
  return (
    <ActionButton<RefundForm, unknown>
      label="Refund"
      refusal={order.refusals.refund?.error}
      pending="Refunding…"
      title="Refund this order?"
      explain={`${money(charged, currency)} charged, ${money(refunded, currency)} refunded so far. The money goes back to the card it came from.`}
      done="The refund has started."
      icon={<RefundIcon />}
      run={({ amount, ...form }, key) =>
        dataProvider.refund(order.orderId, { ...form, ...(amount == null ? {} : { amount }) }, key)
      }
    >
      <TextInput source="reason" label="Reason" validate={required()} autoFocus />
      <DecimalInput
        source="amount"
        label="Amount"
        defaultValue={refundable}
        validate={[minValue(0.01), maxValue(refundable)]}
        helperText={`${money(refundable, currency)} can be refunded. Leave empty to refund all of it.`}
      />
    </ActionButton>
  );
}
