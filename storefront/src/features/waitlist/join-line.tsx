import type { PublicProduct } from '@supreme-access/contract/api-types.js';
import { sizeLabel } from '@supreme-access/contract/labels.js';
import { SHOP_SIZES } from '@supreme-access/contract/limits.js';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api.js';
import { InlineAlert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/field.js';
import { ProfileSelect, StyleSelect, useChoice } from '../slots/choice-fields.js';
import type { WaitWish } from './waitlist.js';

interface JoinLineProps {
  product: PublicProduct;
  onJoin(wish: WaitWish): Promise<void>;
  onClose(): void;
}

const WORDS: Record<string, string> = {
  duplicate: 'This profile already holds a slot or is on the waiting list.',
  'not-sold-out': 'A slot has just come free. Close this and secure it.',
};
const FAILED = 'That did not work. Try again.';

export function JoinLine({ product, onJoin, onClose }: JoinLineProps) {
  const { oneSize, size, setSize, styles, style, setStyle, profiles, profile, setProfileId, choice } =
    useChoice(product);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!choice) return setProblem('Choose a size, a style and a profile.');
    setBusy(true);
    try {
      await onJoin({ profileId: choice.profile.profileId, size: choice.size, style: choice.style });
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiError ? (WORDS[error.code] ?? error.message) : FAILED);
      setBusy(false);
    }
  };
  return (
    <Dialog open title="Join the waiting list." onClose={onClose}>
      <form className="grid gap-5 p-4 lg:p-6" noValidate onSubmit={(event) => void submit(event)}>
        <p>
          When a slot comes free, we hold it for ten minutes for the first person on the list. We email you, and every
          page of the shop shows it.
        </p>
        {!oneSize && <SizeSelect size={size} onChange={setSize} />}
        <StyleSelect styles={styles} style={style} onChange={setStyle} />
        <ProfileSelect profiles={profiles} value={profile?.profileId ?? ''} onChange={setProfileId} />
        {problem && <InlineAlert type="danger" text={problem} />}
        <Button look="volt" type="submit" disabled={busy || profiles.isPending} className="text-lg">
          {busy ? 'Joining...' : 'Join the Waiting List'}
        </Button>
      </form>
    </Dialog>
  );
}

function SizeSelect({ size, onChange }: { size: string; onChange(size: string): void }) {
  return (
    <SelectField label="Size" required value={size} onChange={(event) => onChange(event.target.value)}>
      <option value="">Choose a size</option>
      {SHOP_SIZES.map((each) => (
        <option key={each} value={each}>
          {sizeLabel(each)}
        </option>
      ))}
    </SelectField>
  );
}
