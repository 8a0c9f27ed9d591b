import { NAME_MAX } from '@supreme-access/contract/limits.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useFormContext } from 'react-hook-form';
import { usePageSettings } from '../../api/page-settings.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { atMost, CHECKS } from '../auth/register.js';
import { CardError } from '../cards/card-problem.js';
import type { MakeToken } from '../cards/fee-card-props.js';
import { PayingCard, type PayValues } from './paying-card.js';

interface PayerProps {
  isSet: boolean;
  /** Another person or card pays the fee. */
  isOther: boolean;
  problem: string;
  onOther(): void;
  onStripe(make: MakeToken): void;
}

export function Payer({ isSet, isOther, problem, onOther, onStripe }: PayerProps) {
  return (
    <>
      <h2 className="heading text-head">Who pays the fee</h2>
      {isOther ? (
        <PayerFields />
      ) : isSet ? (
        <SamePayer />
      ) : (
        <p>The contact and card of the checkout, unless you choose others.</p>
      )}
      {(isSet || isOther) && <PayingCard isSame={!isOther} onStripe={onStripe} />}
      <CardError text={problem} />
      {isSet && !isOther && (
        <Button variant="quiet" className="justify-self-start" onClick={onOther}>
          Use Other Payment Details
        </Button>
      )}
    </>
  );
}

function SamePayer() {
  const { name, email, card } = useFormContext<PayValues>().watch();
  const isTyped = !usePageSettings().data?.stripePublishableKey;
  return (
    <p>
      <bdi>{name}</bdi>, <span className="wrap-anywhere">{email}</span>
      {isTyped && (
        <>
          , with the same card <span className="count whitespace-nowrap">•••• {card.number.slice(-4)}</span>
        </>
      )}
      . We email you a link to your order.
    </p>
  );
}

function PayerFields() {
  const { register, formState } = useFormContext<PayValues>();
  const { errors } = formState;
  const reachable = (text: string) => (text.trim() === '' ? TEXTS.emailRequired : CHECKS.email(text));
  return (
    <>
      <TextField
        label="Name"
        autoComplete="name"
        error={errors.name?.message}
        {...register('name', {
          validate: (text) => (text.trim() === '' ? TEXTS.nameRequired : atMost(NAME_MAX)(text)),
        })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        hint="We email you a link to see, withdraw or erase the order."
        {...register('email', { validate: reachable })}
      />
    </>
  );
}
