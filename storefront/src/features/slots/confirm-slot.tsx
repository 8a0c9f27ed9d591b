import { discounted } from '@supreme-access/contract/money.js';
import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { stamp } from '@supreme-access/contract/ticket.js';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SendIntent } from '../../api/intent.js';
import { InlineAlert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Ticket, type TicketFacts } from '../../ui/ticket.js';
import { useAccount } from '../account/account.js';
import { CodeField } from '../cards/code-field.js';
import { PoBoxNote } from '../contact/po-box-note.js';
import { profileTitle } from '../profiles/profiles.js';
import { shownPrice } from '../shop/products.js';
import { usePromo } from '../shop/promo.js';
import { PromoNote } from '../shop/promo-note.js';
import { LimitField, useLimit } from './limit-field.js';
import { useSecureSlot } from './secure-slot.js';
import { type SecureOutcome, type SecureState, secureLabel, secureTitle } from './secure-states.js';

export interface Choice {
  size: string;
  style: string;
  profile: ProfileView;
}

interface ConfirmSlotProps {
  product: PublicProduct;
  choice: Choice;
  goesTo: string;
  send: SendIntent;
  onClose(): void;
  onLate(outcome: SecureOutcome): void;
}

export function ConfirmSlot({ product, choice, goesTo, send, onClose, onLate }: ConfirmSlotProps) {
  const navigate = useNavigate();
  const { promo, isLookingUp, clear } = usePromo();
  const [code, setCode] = useState('');
  const limit = useLimit(product);
  const { size, style, profile } = choice;
  const { state, press, typed } = useSecureSlot({
    send,
    needsCode: product.means !== 'token' && !profile.card.codeOnFile,
    onLeave: () => void navigate(goesTo),
    onPromoInvalid: clear,
    onLate,
  });
  const input = {
    productId: product.productId,
    style,
    size,
    profileId: profile.profileId,
    ...(promo ? { promoCode: promo.promoCode } : {}),
  };
  const secured = 'order' in state;
  return (
    <Dialog open title={secureTitle(state)} onClose={onClose}>
      <form
        noValidate
        className="grid gap-5 p-4 pt-6 lg:p-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLookingUp) void press(input, code, limit.check());
        }}
      >
        <SlotTicket product={product} choice={choice} state={state} percent={promo?.percent ?? null} />
        <div aria-live="polite">{secured ? <SecuredText /> : <Agreement product={product} profile={profile} />}</div>
        {!secured && (
          <LimitField
            product={product}
            text={limit.text}
            error={'limitNotice' in state ? state.limitNotice : undefined}
            onChange={(next) => {
              limit.setText(next);
              typed();
            }}
          />
        )}
        {!secured && <PromoNote />}
        {'needsCode' in state && state.needsCode && (
          <CodeField
            code={code}
            onChange={(next) => {
              setCode(next);
              typed();
            }}
            hint="Your card's code is not on file: we do not keep it for long."
            error={'codeNotice' in state ? state.codeNotice : undefined}
            autoFocus
          />
        )}
        {'notice' in state && state.notice && <InlineAlert type="danger" text={state.notice} />}
        <SecureButton state={state} waits={isLookingUp} />
      </form>
    </Dialog>
  );
}

function SecureButton({ state, waits }: { state: SecureState; waits: boolean }) {
  return (
    <div className="sticky bottom-0 -mx-4 -mb-4 grid gap-2 bg-bg px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] lg:-mx-6 lg:-mb-6 lg:px-6">
      <Button variant="volt" type="submit" aria-disabled={waits || state.at !== 'idle'} className="w-full text-lg">
        <span aria-live="polite">{secureLabel(state)}</span>
      </Button>
    </div>
  );
}

interface SlotTicketProps {
  product: PublicProduct;
  choice: Choice;
  state: SecureState;
  percent: number | null;
}

function SlotTicket({ product, choice, state, percent }: SlotTicketProps) {
  const order = 'order' in state ? state.order : null;
  const price = shownPrice(product);
  const facts: TicketFacts = {
    slotNumber: order?.slotNumber ?? null,
    totalStock: product.totalStock,
    productTitle: product.productTitle,
    size: choice.size,
    style: order?.style ?? choice.style,
    holder: profileTitle(choice.profile),
    price: order?.price ?? (percent ? discounted(price, percent) : price),
    currency: product.currency,
  };
  const stamps = order?.orderDate ? [stamp('reserved', order.orderDate)] : [];
  return <Ticket facts={facts} tone={order ? 'fresh' : 'draft'} stamps={stamps} />;
}

function Agreement({ product, profile }: { product: PublicProduct; profile: ProfileView }) {
  return (
    <div className="grid gap-3">
      <p>This secures your slot. If your size or style is sold out at the release, we buy the next available one.</p>
      <Cards product={product} profile={profile} />
      {profile.poBox && <PoBoxNote what="This profile" />}
      <p className="font-medium">{TEXTS.promise}</p>
    </div>
  );
}

function Cards({ product, profile }: { product: PublicProduct; profile: ProfileView }) {
  const last4 = useAccount().data?.billingLast4;
  const shown = (digits: string) => <span className="count whitespace-nowrap">•••• {digits}</span>;
  if (product.means === 'token') {
    return (
      <p>
        The card of your account{last4 ? <>, {shown(last4)},</> : null} pays our fee, and pays the retailer through a
        token made from it. The retailer never sees its number.
      </p>
    );
  }
  return (
    <p>
      The retailer charges the card of this profile, {shown(profile.card.last4)}. Our fee is charged to the card of your
      account{last4 ? <>, {shown(last4)}</> : null}.
    </p>
  );
}

function SecuredText() {
  return <p>The slot is yours. {TEXTS.promise} You find it under Orders.</p>;
}
