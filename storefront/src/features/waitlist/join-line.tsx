import type { PublicProduct } from '@supreme-access/contract/api-types.js';
import { sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import { DEFAULT_STYLES, ONE_SIZE, SHOP_SIZES } from '@supreme-access/contract/limits.js';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/api.js';
import { InlineAlert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/field.js';
import { profileTitle, useProfiles } from '../profiles/profiles.js';
import { stylesOf } from '../shop/products.js';
import type { WaitWish } from './waitlist.js';

interface JoinLineProps {
  product: PublicProduct;
  onJoin(wish: WaitWish): Promise<void>;
  onClose(): void;
}

const WORDS: Record<string, string> = {
  duplicate: 'This profile already holds a slot or waits for one.',
  'not-sold-out': 'A slot came free just now. Secure it.',
};
const FAILED = 'That did not work. Try again.';

export function JoinLine({ product, onJoin, onClose }: JoinLineProps) {
  const profiles = useProfiles();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [profileId, size, style] = ['profileId', 'size', 'style'].map((name) => String(form.get(name) ?? ''));
    if (!profileId || !size || !style) return setProblem('Choose a size, a style and a profile.');
    setBusy(true);
    try {
      await onJoin({ profileId, size, style });
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiError ? (WORDS[error.code] ?? error.message) : FAILED);
      setBusy(false);
    }
  };
  return (
    <Dialog open title="Join the line." onClose={onClose}>
      <form className="grid gap-5 p-4 lg:p-6" noValidate onSubmit={(event) => void submit(event)}>
        <p>
          When a slot comes free it is offered to the first in line, for ten minutes. We mail you, and this page shows
          it.
        </p>
        <SizeField product={product} />
        <StyleField product={product} />
        {profiles.data?.length === 0 ? (
          <p>
            You have no profile yet. <Link to="/newProfile">Add a profile</Link> first.
          </p>
        ) : (
          <SelectField label="Profile" name="profileId" required disabled={profiles.isPending}>
            {profiles.data?.map((profile) => (
              <option key={profile.profileId} value={profile.profileId}>
                {profileTitle(profile)}
              </option>
            ))}
          </SelectField>
        )}
        {problem && <InlineAlert type="danger" text={problem} />}
        <Button look="volt" type="submit" disabled={busy} className="text-lg">
          {busy ? 'Joining...' : 'Join the Line'}
        </Button>
      </form>
    </Dialog>
  );
}

function SizeField({ product }: { product: PublicProduct }) {
  if (product.sizeType.toUpperCase() === ONE_SIZE) return <input type="hidden" name="size" value="os" />;
  return (
    <SelectField label="Size" name="size" required>
      <option value="">Choose a size</option>
      {SHOP_SIZES.map((size) => (
        <option key={size} value={size}>
          {sizeLabel(size)}
        </option>
      ))}
    </SelectField>
  );
}

function StyleField({ product }: { product: PublicProduct }) {
  const styles = stylesOf(product);
  return (
    <SelectField label="Style" name="style" required>
      {(styles.length > 0 ? styles : [DEFAULT_STYLES[0]]).map((style) => (
        <option key={style} value={style}>
          {styleLabel(style)}
        </option>
      ))}
    </SelectField>
  );
}
