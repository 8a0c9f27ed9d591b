import AcceptIcon from '@mui/icons-material/CheckOutlined';
import RefuseIcon from '@mui/icons-material/CloseOutlined';
import type { Proof } from '@supreme-access/contract/shapes/proofs.js';
import { maxLength, required, TextInput } from 'react-admin';
import { dataProvider, type Review } from '../../data-provider.js';
import { ActionButton } from '../../ui/ActionButton.js';
import { OwnProof } from '../../ui/OwnProof.js';

type Given = Omit<Review, 'decision'>;

export function ReviewButtons({ proof: { id } }: { proof: Proof }) {
  const review = (decision: Review['decision']) => (values: Given, key: string) =>
    dataProvider.reviewProof(id, { ...values, decision }, key);
  return (
    <>
      <ActionButton<Given, unknown>
        label="Accept"
        pending="Accepting…"
        title="Accept this email as proof?"
        explain="The order counts as bought and the service fee is charged. If the retailer refused this attempt, we ask it again and only its answer counts."
        done="The email was accepted as proof."
        icon={<AcceptIcon />}
        run={review('accept')}
      >
        <ReviewInputs />
      </ActionButton>
      <ActionButton<Given, unknown>
        label="Refuse"
        pending="Refusing…"
        title="Refuse this email as proof?"
        explain="The order stays as it is, and this email charges nothing."
        done="The email was refused as proof."
        icon={<RefuseIcon />}
        run={review('refuse')}
      >
        <ReviewInputs />
      </ActionButton>
    </>
  );
}

function ReviewInputs() {
  return (
    <>
      <TextInput
        source="reason"
        label="Reason"
        helperText="Kept in the event log forever. Do not include names."
        validate={[required(), maxLength(300)]}
        autoFocus
      />
      <OwnProof />
    </>
  );
}
