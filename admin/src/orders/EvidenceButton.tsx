import EvidenceIcon from '@mui/icons-material/FactCheckOutlined';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { maxLength, required, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { dataProvider, type Evidence } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { OwnProof } from '../ui/OwnProof.js';

const KINDS = [
  { id: 'forwarded-email', name: 'Forwarded confirmation email' },
  { id: 'card-charge', name: "A charge on the card's statement" },
  { id: 'retailer', name: 'Answer of the retailer' },
] satisfies { id: Evidence['kind']; name: string }[];

export function EvidenceButton() {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  return (
    <ActionButton<Evidence, unknown>
      label="Record evidence"
      refusal={order.refusals.evidence?.error}
      pending="Recording…"
      title="Record proof of the purchase?"
      explain="The order counts as bought and the service fee is charged. This cannot be undone."
      done="The evidence was recorded."
      icon={<EvidenceIcon />}
      run={(values, key) => dataProvider.recordEvidence(order.orderId, values, key)}
    >
      <SelectInput source="kind" label="What proves it" choices={KINDS} validate={required()} fullWidth />
      <TextInput
        source="reference"
        label="Reference"
        helperText="The retailer's order number, or the line on the statement."
        validate={[required(), maxLength(200)]}
      />
      <TextInput
        source="note"
        label="Note"
        helperText="Only a hash of the note is kept, not its text."
        validate={maxLength(2_000)}
        multiline
      />
      <OwnProof />
    </ActionButton>
  );
}
