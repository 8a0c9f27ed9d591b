import MailIcon from '@mui/icons-material/MailOutlined';
import { counted } from '@supreme-access/contract/labels.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { useGetList, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { Refusal } from '../ui/Refusal.js';

export function ResendButton() {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  return (
    <ActionButton
      label="Resend"
      refusal={order.refusals.resend?.error}
      pending="Sending…"
      title="Resend the email?"
      explain={`The latest email of this order is sent to ${order.email || 'its holder'} once more.`}
      done="The email is being sent."
      icon={<MailIcon />}
      run={(_values, key) => dataProvider.resend(order.orderId, key)}
    />
  );
}

export function HowMany() {
  const one = { page: 1, perPage: 1 };
  const { total, error } = useGetList<AdminOrder>('orders', { pagination: one, filter: {} }, { onError: () => {} });
  if (total === undefined) return error ? <Refusal error={error} /> : 'Counting the orders…';
  return `The latest email of ${counted(total, 'order', 'orders')} is sent once more: of every order that is not archived, whatever the filter shows. Erased people get none.`;
}

export function ResendAllButton() {
  return (
    <ActionButton<object, { queued: number }>
      label="Resend all"
      pending="Sending…"
      title="Resend all emails?"
      explain={<HowMany />}
      done={({ queued }) => (queued === 1 ? 'One email is being sent.' : `${queued} emails are being sent.`)}
      icon={<MailIcon />}
      run={(_values, key) => dataProvider.resendAll(key)}
    />
  );
}
