import type { CardInput } from '@supreme-access/contract/sealing.js';
import type { ReactNode } from 'react';

export const FEE_CARD = 'This card pays our service fee. The retailer is paid with the card of the profile you choose.';
export const PROFILE_CARD = 'This card pays the retailer. The card on your account pays our service fee.';
export const BOTH_CARDS = 'This card pays our service fee, and the retailer for your first profile.';

export interface TokenOfCard {
  token: string;
  /** A key of the fields' state: other text may be another card. */
  typing: string;
}

export type MakeToken = (name: string, zip: string | null) => Promise<TokenOfCard | { problem: string }>;

export interface FeeCardProps {
  name: string;
  save(token: string, card: CardInput | null): Promise<void>;
  /** The provider checks this postal code of the billing address. */
  zip: string | null;
  lead?: ReactNode;
  children(busy: boolean): ReactNode;
  className?: string;
}
