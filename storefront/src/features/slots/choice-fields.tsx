import { styleLabel } from '@supreme-access/contract/labels.js';
import { DEFAULT_STYLES, ONE_SIZE } from '@supreme-access/contract/limits.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { InlineAlert } from '../../ui/alert.js';
import { SelectField } from '../../ui/field.js';
import { fullName } from '../contact/names.js';
import { profileTitle, useProfiles } from '../profiles/profiles.js';
import { stylesOf } from '../shop/products.js';
import type { Choice } from './confirm-slot.js';

export const MISSING = { size: 'Choose a size.', style: 'Choose a style.', profile: 'Choose a profile.' };

/** The choice of a size, a style and a profile; the only profile without a slot of the drop is preselected. */
export function useChoice(product: PublicProduct, held: readonly Pick<Order, 'profileId'>[] = []) {
  const profiles = useProfiles();
  const oneSize = product.sizeType.toUpperCase() === ONE_SIZE;
  const styles = stylesOf(product);
  const [size, setSize] = useState(oneSize ? 'os' : '');
  const [style, setStyle] = useState(styles.length > 1 ? '' : (styles[0] ?? DEFAULT_STYLES[0]));
  const [profileId, setProfileId] = useState('');
  const used = new Set(held.map((order) => order.profileId));
  const list = (profiles.data ?? []).filter((each) => !used.has(each.profileId));
  const profile = list.find((each) => each.profileId === profileId) ?? (list.length === 1 ? list[0] : undefined);
  const choice: Choice | null = size && style && profile ? { size, style, profile } : null;
  return { oneSize, size, setSize, styles, style, setStyle, profiles, profile, setProfileId, used, choice };
}

interface StyleSelectProps {
  styles: string[];
  style: string;
  error?: string | undefined;
  onChange(style: string): void;
}

export function StyleSelect({ styles, style, error, onChange }: StyleSelectProps) {
  const offered = styles.length > 0 ? styles : [DEFAULT_STYLES[0]];
  return (
    <SelectField label="Style" required value={style} error={error} onChange={(event) => onChange(event.target.value)}>
      {offered.length > 1 && <option value="">Choose a style</option>}
      {offered.map((each) => (
        <option key={each} value={each}>
          {styleLabel(each)}
        </option>
      ))}
    </SelectField>
  );
}

interface ProfileSelectProps {
  product: Pick<PublicProduct, 'means'>;
  profiles: ReturnType<typeof useProfiles>;
  value: string;
  /** The ids of profiles that hold a slot of the drop. */
  used: ReadonlySet<string>;
  error?: string | undefined;
  onChange(profileId: string): void;
}

export function ProfileSelect({ product, profiles, value, used, error, onChange }: ProfileSelectProps) {
  const { data = [], isPending: loading } = profiles;
  const paysByToken = product.means === 'token';
  if (profiles.isLoadingError)
    return <InlineAlert type="danger" text="Your profiles could not be loaded. Reload the page." />;
  if (!loading && data.length === 0) {
    return (
      <p className="border-y border-rule py-3">
        You have no profile yet. <Link to="/newProfile">Add a profile</Link> with your address and card first.
      </p>
    );
  }
  if (data.length > 0 && data.every(({ profileId }) => used.has(profileId))) {
    return (
      <p className="border-y border-rule py-3">
        Each of your profiles holds a slot of this drop. <Link to="/newProfile">Add a profile</Link> to hold another
        one.
      </p>
    );
  }
  return (
    <SelectField
      label="Profile"
      required
      value={value}
      disabled={loading}
      onChange={(event) => onChange(event.target.value)}
      hint={`One slot per profile. ${paysByToken ? 'The item is sent there.' : 'Its card pays the retailer.'}`}
      error={error}
    >
      <option value="">{loading ? 'Loading your profiles' : 'Choose a profile'}</option>
      {data.map((profile) => (
        <option key={profile.profileId} dir="auto" value={profile.profileId} disabled={used.has(profile.profileId)}>
          {profileTitle(profile)} – {fullName(profile.shipping)}
          {!paysByToken && `, card ${profile.card.last4}`}
          {used.has(profile.profileId) && ' – holds a slot'}
        </option>
      ))}
    </SelectField>
  );
}
