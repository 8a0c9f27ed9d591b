import PaidIcon from '@mui/icons-material/PriceCheck';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { maxLength, required, TextInput, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { OwnProof, type Proof } from '../ui/OwnProof.js';

/** Records that a failed refund was paid another way. */
export function SettleButton() {
  const order = useRecordContext<AdminOrder>();
  const refusal = order?.refusals.settle;
  if (!order || refusal?.code === 'nothing-owed' || refusal?.code === 'placing') return null;
  return (
    <ActionButton<{ reason: string } & Proof, unknown>
      label="Paid another way"
      refusal={refusal?.error}
      pending="Recording…"
      title="Was this money paid another way?"
      explain="A refund of this order failed. Pay the money first, then record here how you paid it. This button pays nothing and cannot be undone."
      done="The payment is recorded."
      icon={<PaidIcon />}
      run={(values, key) => dataProvider.settleRefund(order.orderId, values, key)}
    >
      <TextInput
        source="reason"
        label="How it was paid"
        helperText="The shopper reads this in an email. Do not include account numbers."
        validate={[required(), maxLength(300)]}
        autoFocus
      />
      <OwnProof />
    </ActionButton>
  );
}
