import type { CardInput } from '@supreme-access/contract/api-types.js';
import type { ReactNode } from 'react';

export interface TokenOfCard {
  token: string;
  /** which state of the fields it was made of: another one may be another card */
  typing: string;
}

export type MakeToken = (name: string, zip: string | null) => Promise<TokenOfCard | { problem: string }>;

export interface FeeCardProps {
  name: string;
  save(token: string, card: CardInput | null): Promise<void>;
  /** of the billing address, where it is known: the provider checks it */
  zip: string | null;
  lead?: ReactNode;
  children(busy: boolean): ReactNode;
  className?: string;
}
