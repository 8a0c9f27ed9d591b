import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { required, TextInput, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { saveJson } from '../ui/export.js';
import { OwnProof, type Proof } from '../ui/OwnProof.js';

export function FullDataButton() {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  return (
    <ActionButton<Proof & { reason: string }, object>
      label="Auto-checkout data"
      refusal={order.refusals.aco?.error}
      pending="Loading…"
      title="Download the full auto-checkout data?"
      explain="The file contains the whole card number. Your name and the reason are kept in the order's history."
      done="The file is saved."
      run={(values, key) => dataProvider.wholeCheckoutData(order.orderId, values, key)}
      onDone={(data) => saveJson(`auto-checkout-${order.orderId}.json`, data)}
    >
      <TextInput source="reason" label="Reason" validate={required()} autoFocus />
      <OwnProof />
    </ActionButton>
  );
}
