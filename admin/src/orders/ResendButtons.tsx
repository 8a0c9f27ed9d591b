import MailIcon from '@mui/icons-material/MailOutlined';
import type { AdminOrder } from '@supreme-access/contract/api-types.js';
import { useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function ResendButton({ size }: { size?: 'small' | 'medium' }) {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  return (
    <ActionButton
      label="Resend"
      refusal={order.refusals.resend?.error}
      pending="Sending…"
      title="Resend the e-mail?"
      explain={`The order's latest e-mail goes to ${order.email || 'its holder'} once more.`}
      done="The e-mail is queued."
      icon={size === 'small' ? undefined : <MailIcon />}
      size={size}
      run={(_values, key) => dataProvider.resend(order.orderId, key)}
    />
  );
}

export function ResendAllButton() {
  return (
    <ActionButton<object, { queued: number }>
      label="Resend all"
      pending="Sending…"
      title="Resend all e-mails?"
      explain="Each order's latest e-mail goes out once more, whatever the filter shows."
      done={({ queued }) => `${queued} e-mails are queued.`}
      icon={<MailIcon />}
      run={(_values, key) => dataProvider.resendAll(key)}
    />
  );
}
