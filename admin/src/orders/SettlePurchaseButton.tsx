import SettledIcon from '@mui/icons-material/Handshake';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { maxLength, required, TextInput, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { OwnProof, type Proof } from '../ui/OwnProof.js';

/** Records that a retailer's sale and its payment were brought together. */
export function SettlePurchaseButton() {
  const order = useRecordContext<AdminOrder>();
  const refusal = order?.refusals.settlePurchase;
  if (!order || ['nothing-to-settle', 'placing', 'done'].includes(refusal?.code ?? '')) return null;
  return (
    <ActionButton<{ reason: string } & Proof, unknown>
      label="Purchase settled"
      refusal={refusal?.error}
      pending="Recording…"
      title="Is this purchase settled with the retailer?"
      explain="What the retailer sold and what it was paid differ. Clear it up with the retailer first, then record here how. This button moves no money and cannot be undone."
      done="The purchase is settled."
      icon={<SettledIcon />}
      run={(values, key) => dataProvider.settlePurchase(order.orderId, values, key)}
    >
      <TextInput
        source="reason"
        label="How it was settled"
        helperText="It stands in the order's story, which the shopper can download. No account numbers."
        validate={[required(), maxLength(300)]}
        autoFocus
      />
      <OwnProof />
    </ActionButton>
  );
}
