import { sizeLabel } from '@supreme-access/contract/labels.js';
import { SHOP_SIZES } from '@supreme-access/contract/limits.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api.js';
import { InlineAlert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/field.js';
import { focusFirstProblem } from '../../ui/form-problems.js';
import { MISSING, ProfileSelect, StyleSelect, useChoice } from '../slots/choice-fields.js';
import { useHeldSlots } from '../slots/held-slots.js';
import type { WaitlistInput } from './waitlist.js';

interface JoinWaitlistProps {
  product: PublicProduct;
  onJoin(input: WaitlistInput): Promise<void>;
  onClose(): void;
}

const WORDS: Record<string, string> = {
  duplicate: 'This profile already holds a slot or is on the waiting list.',
  'not-sold-out': 'A slot has just come free. Close this and secure it.',
};
const FAILED = 'You could not be added to the waiting list. Try again.';

export function JoinWaitlist({ product, onJoin, onClose }: JoinWaitlistProps) {
  const { oneSize, size, setSize, styles, style, setStyle, profiles, profile, setProfileId, used, choice } = useChoice(
    product,
    useHeldSlots(product.productId),
  );
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsSubmitted(true);
    setProblem('');
    if (!choice) return focusFirstProblem(event.currentTarget);
    setBusy(true);
    try {
      await onJoin({ profileId: choice.profile.profileId, size: choice.size, style: choice.style });
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiError ? (WORDS[error.code] ?? error.message) : FAILED);
      setBusy(false);
    }
  };
  const missing = (isMissing: boolean, field: keyof typeof MISSING) =>
    isSubmitted && isMissing ? MISSING[field] : undefined;
  return (
    <Dialog open title="Join the waiting list." onClose={onClose}>
      <form className="grid gap-5 p-4 lg:p-6" noValidate onSubmit={(event) => void submit(event)}>
        <p>
          When a slot comes free, we hold it for ten minutes for the first person on the list. We email you, and every
          page of the shop shows it.
        </p>
        {!oneSize && <SizeSelect size={size} error={missing(!size, 'size')} onChange={setSize} />}
        <StyleSelect styles={styles} style={style} error={missing(!style, 'style')} onChange={setStyle} />
        <ProfileSelect
          product={product}
          profiles={profiles}
          value={profile?.profileId ?? ''}
          used={used}
          error={missing(!profile, 'profile')}
          onChange={setProfileId}
        />
        {problem && <InlineAlert type="danger" text={problem} />}
        <Button variant="volt" type="submit" disabled={busy || profiles.isPending} className="text-lg">
          {busy ? 'Joining...' : 'Join the Waiting List'}
        </Button>
      </form>
    </Dialog>
  );
}

interface SizeSelectProps {
  size: string;
  error: string | undefined;
  onChange(size: string): void;
}

function SizeSelect({ size, error, onChange }: SizeSelectProps) {
  return (
    <SelectField label="Size" required value={size} error={error} onChange={(event) => onChange(event.target.value)}>
      <option value="">Choose a size</option>
      {SHOP_SIZES.map((each) => (
        <option key={each} value={each}>
          {sizeLabel(each)}
        </option>
      ))}
    </SelectField>
  );
}
