import type { BillingAddress } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useIntent } from '../../api/intent.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FeeCard } from '../cards/fee-card.js';
import { FEE_CARD } from '../cards/fee-card-props.js';
import { setBilling, useRefresh } from './account.js';

interface CardDialogProps {
  name: string;
  billingAddress: BillingAddress;
  onClose(): void;
}

export function CardDialog({ name, billingAddress, onClose }: CardDialogProps) {
  const billing = useIntent();
  const refresh = useRefresh();
  const alerts = useAlerts();
  const save = async (token: string) => {
    await setBilling(billing, billingAddress, token);
    await refresh('account');
    alerts.show('success', 'Your new card is saved.');
    onClose();
  };
  return (
    <Dialog open title="Change Card" onClose={onClose}>
      <FeeCard name={name} zip={billingAddress.postal_code} save={save} className="grid gap-4 p-4 lg:p-6">
        {(busy) => (
          <>
            <p className="text-sm text-muted">{FEE_CARD}</p>
            <p className="font-medium">{TEXTS.promise}</p>
            <Button type="submit" disabled={busy}>
              {busy ? 'Saving...' : 'Save Card'}
            </Button>
          </>
        )}
      </FeeCard>
    </Dialog>
  );
}
