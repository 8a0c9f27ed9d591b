import CancelIcon from '@mui/icons-material/Block';
import { counted } from '@supreme-access/contract/labels.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { required, TextInput, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function CancelDropButton() {
  const product = useRecordContext<AdminProduct>();
  if (!product) return null;
  return (
    <ActionButton<{ reason: string }, { withdrawn: number }>
      label="Cancel drop"
      pending="Cancelling…"
      title={`Cancel ${product.productTitle}?`}
      explain={`${withdrawn(product.reserved)} Nobody is charged.`}
      done={({ withdrawn }) => `The drop is cancelled; ${counted(withdrawn, 'slot was', 'slots were')} withdrawn.`}
      icon={<CancelIcon />}
      danger
      refusal={product.refusals.cancel}
      run={(values, key) => dataProvider.cancelDrop(product.productId, values, key)}
    >
      <TextInput
        source="reason"
        label="Reason"
        helperText="Slot holders and people on the waiting list can read it."
        validate={required()}
        multiline
        autoFocus
      />
    </ActionButton>
  );
}

function withdrawn(reserved: number): string {
  if (reserved === 1) return 'The one reserved slot is withdrawn and its holder gets an email.';
  return `All ${reserved} reserved slots are withdrawn and their holders get an email.`;
}
