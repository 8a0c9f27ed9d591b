import { type ReactNode, Suspense } from 'react';
import type { CardInput } from '../../../../backend/src/contract/api-types.js';
import { TEXTS } from '../../../../backend/src/contract/texts.js';
import { ApiError, messageOf } from '../../api.js';
import { lazyPart } from '../../lazy-page.js';
import { LoadFailure, Loading } from '../../ui/load-state.js';
import { usePageSettings } from './page-settings.js';

const TypedCard = lazyPart(async () => (await import('./typed-card.js')).TypedCard);
const StripeCard = lazyPart(async () => (await import('./stripe-card.js')).StripeCard);

/** Makes a provider's token of what stands in Stripe's fields, for the cardholder of this name. */
export type MakeToken = (name: string) => Promise<{ token: string } | { problem: string }>;

export interface FeeCardProps {
  /** the cardholder's name to begin with */
  name: string;
  /** `card` is null when it was typed into Stripe's own fields: then nobody here has seen its number */
  save(token: string, card: CardInput | null): Promise<void>;
  /** '' when there is none any more */
  onProblem(text: string): void;
  /** above the card's fields */
  lead?: ReactNode;
  /** below them: at least the submit button */
  children(busy: boolean): ReactNode;
  className?: string;
}

/** The form for a card that pays a fee: Stripe's own fields where the server has a publishable key, else ours. */
export function FeeCard(props: FeeCardProps) {
  const settings = usePageSettings();
  if (settings.isError) return <LoadFailure error={settings.error} retry={settings.refetch} />;
  if (settings.isPending) return <Loading />;
  const { stripePublishableKey } = settings.data;
  return (
    <Suspense fallback={<Loading />}>
      {stripePublishableKey ? (
        <StripeCard {...props} publishableKey={stripePublishableKey} />
      ) : (
        <TypedCard {...props} />
      )}
    </Suspense>
  );
}

/** What people read when a card was not taken. */
export function cardProblem(error: unknown): string {
  return error instanceof ApiError && error.status === 400 ? TEXTS.card : messageOf(error);
}
