import type { CardInput } from '@supreme-access/contract/api-types.js';
import type { ReactNode } from 'react';

/** A card typed into Stripe's own fields. */
export interface TokenOfCard {
  token: string;
  /** which state of the fields it was made of: another one may be another card */
  typing: string;
}

/** Makes a provider's token of what stands in Stripe's fields, for the cardholder of this name at this zip. */
export type MakeToken = (name: string, zip: string | null) => Promise<TokenOfCard | { problem: string }>;

export interface FeeCardProps {
  /** the cardholder's name to begin with */
  name: string;
  /** What it throws is shown below the card's fields. `card` is null when it was typed into Stripe's own fields: then nobody here has seen its number */
  save(token: string, card: CardInput | null): Promise<void>;
  /** of the billing address, where it is known: the provider checks it */
  zip: string | null;
  /** above the card's fields */
  lead?: ReactNode;
  /** below them: at least the submit button */
  children(busy: boolean): ReactNode;
  className?: string;
}
