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
          Your slot for <bdi>{title}</bdi> goes back to the board, where somebody else may take it. You are not charged.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={withdraw} disabled={busy}>
            {busy ? 'Withdrawing...' : 'Withdraw Slot'}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Keep Slot
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
