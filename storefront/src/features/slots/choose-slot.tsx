import { sizeLabel } from '@supreme-access/contract/labels.js';
import { SHOP_SIZES } from '@supreme-access/contract/limits.js';
import { STATE_LABELS } from '@supreme-access/contract/product-states.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { InlineAlert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { focusFirstProblem } from '../../ui/form-problems.js';
import { ThumbBar } from '../../ui/thumb-bar.js';
import { useDropState } from '../shop/drop-state.js';
import { SizeGuide } from '../shop/size-guide.js';
import { MISSING, ProfileSelect, StyleSelect, useChoice } from './choice-fields.js';
import type { Choice } from './confirm-slot.js';

interface ChooseSlotProps {
  product: PublicProduct;
  action: string;
  quantity?: boolean | undefined;
  held?: readonly Pick<Order, 'profileId'>[];
  onChoice(choice: Choice): void;
}

export function ChooseSlot({ product, action, quantity, held, onChoice }: ChooseSlotProps) {
  const { oneSize, size, setSize, styles, style, setStyle, profiles, profile, setProfileId, used, choice } = useChoice(
    product,
    held,
  );
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [early, setEarly] = useState(false);
  useEffect(() => {
    if (!early || profiles.isPending) return;
    setEarly(false);
    if (choice) onChoice(choice);
  }, [early, profiles.isPending, choice, onChoice]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (choice) onChoice(choice);
    // The button was pressed before the profiles arrived; the dialog opens when they do.
    else if (size && style && profiles.isPending) setEarly(true);
    else focusFirstProblem(event.currentTarget);
  };
  const wanted = isSubmitted && !early;
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <WhileOpen product={product}>
        {oneSize ? (
          <p className="flex items-center justify-between gap-4 border-b border-rule">
            One size <SizeGuide product={product} />
          </p>
        ) : (
          <SizeChoice product={product} size={size} isWrong={wanted && !size} onChange={setSize} />
        )}
        <StyleSelect
          styles={styles}
          style={style}
          error={wanted && !style ? MISSING.style : undefined}
          onChange={setStyle}
        />
        <ProfileSelect
          product={product}
          profiles={profiles}
          value={profile?.profileId ?? ''}
          used={used}
          error={wanted && !profile ? MISSING.profile : undefined}
          onChange={setProfileId}
        />
        {quantity && <Quantity />}
      </WhileOpen>
      <SlotAction product={product} action={action}>
        {early && <p role="status">Your profiles are loading.</p>}
        {wanted && !choice && <InlineAlert type="danger" text="Choose a size, a style and a profile." />}
      </SlotAction>
    </form>
  );
}

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
  // The waiting list shows the action of a sold-out drop.
  if (state === 'sold-out') return null;
  return (
    <ThumbBar>
      {children}
      <p className="text-sm">{TEXTS.promise}</p>
      <Button variant="volt" type="submit" disabled={state !== 'open'} className="text-lg">
        {state === 'open' ? action : STATE_LABELS[state]}
      </Button>
    </ThumbBar>
  );
}

interface SizeChoiceProps {
  product: PublicProduct;
  size: string;
  isWrong: boolean;
  onChange(size: string): void;
}

function SizeChoice({ product, size, isWrong, onChange }: SizeChoiceProps) {
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
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? 'size-problem' : undefined}
                onChange={() => onChange(each)}
                className="absolute inset-0 cursor-pointer appearance-none outline-none"
              />
              {sizeLabel(each)}
            </label>
          ))}
        </div>
        {isWrong && (
          <p id="size-problem" className="mt-1 text-sm font-medium text-lost">
            {MISSING.size}
          </p>
        )}
      </fieldset>
      <div className="absolute top-0 right-0">
        <SizeGuide product={product} />
      </div>
    </div>
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
