import { useState } from 'react';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';

export function Unverified() {
  const [busy, setBusy] = useState(false);
  const send = useIntent();
  const alerts = useAlerts();
  const mailAgain = async () => {
    setBusy(true);
    try {
      await send('/api/user/resendVerification', 'verify', () => ({}));
      alerts.show('success', 'We emailed you the link again.');
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
    setBusy(false);
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm font-medium text-wait">
        Your email is not verified yet. Open the link in the email we sent you.
      </p>
      <Button variant="quiet" disabled={busy} onClick={() => void mailAgain()}>
        {busy ? 'Sending...' : 'Send the Email Again'}
      </Button>
    </div>
  );
}
