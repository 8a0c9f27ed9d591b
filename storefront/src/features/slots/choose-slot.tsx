import type { ProfileView, PublicProduct } from '@supreme-access/contract/api-types.js';
import { sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import { DEFAULT_STYLES, ONE_SIZE, SHOP_SIZES } from '@supreme-access/contract/limits.js';
import { STATE_LABELS } from '@supreme-access/contract/product-states.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { InlineAlert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { SelectField } from '../../ui/field.js';
import { ThumbBar } from '../../ui/thumb-bar.js';
import { fullName } from '../contact/names.js';
import { profileTitle, useProfiles } from '../profiles/profiles.js';
import { useDropState } from '../shop/drop-state.js';
import { stylesOf } from '../shop/products.js';
import { SizeGuide } from '../shop/size-guide.js';
import type { Choice } from './confirm-slot.js';

interface ChooseSlotProps {
  product: PublicProduct;
  action: string;
  quantity?: boolean;
  onChoice(choice: Choice): void;
}

function useChoice(product: PublicProduct) {
  const profiles = useProfiles();
  const oneSize = product.sizeType.toUpperCase() === ONE_SIZE;
  const styles = stylesOf(product);
  const [size, setSize] = useState(oneSize ? 'os' : '');
  const [style, setStyle] = useState(styles.length > 1 ? '' : (styles[0] ?? DEFAULT_STYLES[0]));
  const [profileId, setProfileId] = useState('');
  const list = profiles.data ?? [];
  const profile = list.find((each) => each.profileId === profileId) ?? (list.length === 1 ? list[0] : undefined);
  const choice: Choice | null = size && style && profile ? { size, style, profile } : null;
  return { oneSize, size, setSize, styles, style, setStyle, profiles, profile, setProfileId, choice };
}

export function ChooseSlot({ product, action, quantity, onChoice }: ChooseSlotProps) {
  const { oneSize, size, setSize, styles, style, setStyle, profiles, profile, setProfileId, choice } =
    useChoice(product);
  const [asked, setAsked] = useState(false);
  const [early, setEarly] = useState(false);
  useEffect(() => {
    if (!early || profiles.isPending) return;
    setEarly(false);
    if (choice) onChoice(choice);
  }, [early, profiles.isPending, choice, onChoice]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    if (choice) onChoice(choice);
    // pressed before the profiles are here: it goes on by itself as soon as they are
    else if (size && style && profiles.isPending) setEarly(true);
    else event.currentTarget.querySelector<HTMLElement>('input:invalid, select:invalid')?.focus();
  };
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <WhileOpen product={product}>
        {oneSize ? (
          <p className="flex items-center justify-between gap-4 border-b border-rule">
            One size <SizeGuide product={product} />
          </p>
        ) : (
          <SizeChoice product={product} size={size} onChange={setSize} />
        )}
        <StyleSelect styles={styles} style={style} onChange={setStyle} />
        <ProfileSelect
          profiles={profiles.data ?? []}
          failed={profiles.isLoadingError}
          loading={profiles.isPending}
          value={profile?.profileId ?? ''}
          onChange={setProfileId}
        />
        {quantity && <Quantity />}
      </WhileOpen>
      <SlotAction product={product} action={action}>
        {early && <p role="status">One moment: your profiles are loading.</p>}
        {asked && !choice && !early && <InlineAlert type="danger" text="Choose a size, a style and a profile." />}
      </SlotAction>
    </form>
  );
}

/** What is not for sale offers no choices; what was chosen is kept for when it is again. */
function WhileOpen({ product, children }: { product: PublicProduct; children: ReactNode }) {
  return useDropState(product) === 'open' ? children : null;
}

interface SlotActionProps {
  product: PublicProduct;
  action: string;
  children: ReactNode;
}

function SlotAction({ product, action, children }: SlotActionProps) {
  const state = useDropState(product);
  return (
    <ThumbBar>
      {children}
      <p className="text-sm">{TEXTS.promise}</p>
      <Button look="volt" type="submit" disabled={state !== 'open'} className="text-lg">
        {state === 'open' ? action : STATE_LABELS[state]}
      </Button>
    </ThumbBar>
  );
}

interface SizeChoiceProps {
  product: PublicProduct;
  size: string;
  onChange(size: string): void;
}

function SizeChoice({ product, size, onChange }: SizeChoiceProps) {
  return (
    <div className="relative">
      <fieldset>
        <legend className="mb-2 flex min-h-11 items-center text-sm text-muted">Size</legend>
        <div className="grid grid-cols-4 border border-edge">
          {SHOP_SIZES.map((each) => (
            <label
              key={each}
              className="count relative grid h-13 cursor-pointer place-items-center border-l border-edge first:border-l-0 hover:bg-sheet has-checked:bg-fg has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-fg"
            >
              <input
                type="radio"
                name="size"
                required
                value={each}
                checked={size === each}
                onChange={() => onChange(each)}
                className="absolute inset-0 cursor-pointer appearance-none outline-none"
              />
              {sizeLabel(each)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="absolute top-0 right-0">
        <SizeGuide product={product} />
      </div>
    </div>
  );
}

interface StyleSelectProps {
  styles: string[];
  style: string;
  onChange(style: string): void;
}

function StyleSelect({ styles, style, onChange }: StyleSelectProps) {
  const offered = styles.length > 0 ? styles : [DEFAULT_STYLES[0]];
  return (
    <SelectField label="Style" required value={style} onChange={(event) => onChange(event.target.value)}>
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
  profiles: ProfileView[];
  failed: boolean;
  loading: boolean;
  value: string;
  onChange(profileId: string): void;
}

function ProfileSelect({ profiles, failed, loading, value, onChange }: ProfileSelectProps) {
  if (failed) return <InlineAlert type="danger" text="Your profiles could not be loaded. Reload the page." />;
  if (!loading && profiles.length === 0) {
    return (
      <p className="border-y border-rule py-3">
        You have no profile yet. <Link to="/newProfile">Add a profile</Link> with your address and card first.
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
      hint="One slot per profile."
    >
      <option value="">{loading ? 'Loading your profiles' : 'Choose a profile'}</option>
      {profiles.map((profile) => (
        <option key={profile.profileId} value={profile.profileId}>
          {profileTitle(profile)} – {fullName(profile.shipping)}, card {profile.card.last4}
        </option>
      ))}
    </SelectField>
  );
}

function Quantity() {
  return (
    <label className="flex items-center justify-between border-b border-edge pb-2">
      <span className="text-sm text-muted">Quantity</span>
      <input
        type="number"
        min={1}
        max={1}
        value={1}
        onChange={() => {}}
        aria-describedby="quantity-note"
        className="count h-11 w-16 bg-transparent text-right text-lg"
      />
      <span id="quantity-note" className="sr-only">
        One slot per profile.
      </span>
    </label>
  );
}
