import MailIcon from '@mui/icons-material/MailOutlined';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

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
