import MailIcon from '@mui/icons-material/MailOutlined';
import type { AdminOrder } from '@supreme-access/contract/api-types.js';
import { useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function ResendButton() {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  return (
    <ActionButton
      label="Resend"
      refusal={order.refusals.resend?.error}
      pending="Sending…"
      title="Resend the email?"
      explain={`The order's latest email goes to ${order.email || 'its holder'} once more.`}
      done="The email is queued."
      icon={<MailIcon />}
      run={(_values, key) => dataProvider.resend(order.orderId, key)}
    />
  );
}

export function ResendAllButton() {
  return (
    <ActionButton<object, { queued: number }>
      label="Resend all"
      pending="Sending…"
      title="Resend all emails?"
      explain="Each order's latest email goes out once more, whatever the filter shows."
      done={({ queued }) => (queued === 1 ? 'One email is queued.' : `${queued} emails are queued.`)}
      icon={<MailIcon />}
      run={(_values, key) => dataProvider.resendAll(key)}
    />
  );
}
