import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { useRecordContext } from 'react-admin';
import { http } from '../http.js';
import { ActionButton } from '../ui/ActionButton.js';
import { type EraseInput, EraseInputs } from '../ui/EraseInputs.js';

async function eraseGuest(orderId: string, input: EraseInput, key: string): Promise<unknown> {
  const headers = new Headers({ 'Idempotency-Key': key });
  const path = `/api/admin/orders/${encodeURIComponent(orderId)}/erase`;
  return (await http(path, { method: 'POST', headers, body: JSON.stringify(input) })).json;
}

/** A guest is a single order, so a guest's erasure is asked for there; orders of accounts go with their account. */
export function EraseGuestButton() {
  const order = useRecordContext<AdminOrder>();
  const refusal = order?.refusals.erase;
  if (!order || refusal?.code === 'of-account' || refusal?.code === 'done') return null;
  return (
    <ActionButton<EraseInput, unknown>
      label="Erase guest"
      pending="Erasing…"
      title="Erase this guest?"
      explain="This cannot be undone. It deletes the guest's name, address, card and Stripe customer, and frees a slot whose release has not started. The order and its payments stay without personal data."
      done="The guest is erased."
      refusal={refusal?.error}
      danger
      run={(values, key) => eraseGuest(order.id, values, key)}
    >
      <EraseInputs />
    </ActionButton>
  );
}
