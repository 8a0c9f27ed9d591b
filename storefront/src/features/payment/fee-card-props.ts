import type { ReactNode } from 'react';
import type { CardInput } from '../../../../backend/src/contract/api-types.js';

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
