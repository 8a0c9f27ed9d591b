import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';

interface WithdrawDialogProps {
  title: string;
  onWithdraw(): Promise<void>;
  onClose(): void;
}

export function WithdrawDialog({ title, onWithdraw, onClose }: WithdrawDialogProps) {
  const [busy, setBusy] = useState(false);
  const withdraw = () => {
    setBusy(true);
    void onWithdraw();
  };
  return (
    <Dialog open title="Withdraw this slot?" onClose={onClose}>
      <div className="grid gap-5 p-4 lg:p-6">
        <p>
          You give up your slot for <bdi>{title}</bdi>, and somebody else can take it. You are not charged.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={withdraw} disabled={busy}>
            {busy ? 'Withdrawing...' : 'Withdraw Slot'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep Slot
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
