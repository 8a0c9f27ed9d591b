import type { CardInput } from '@supreme-access/contract/sealing.js';
import type { ReactNode } from 'react';

/** What each card of an account is for. */
export const FEE_CARD = 'This card pays our service fee. The retailer is paid with the card of the profile you choose.';
export const PROFILE_CARD = 'This card pays the retailer. The card on your account pays our service fee.';
export const BOTH_CARDS = 'This card pays our service fee, and the retailer for your first profile.';

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
