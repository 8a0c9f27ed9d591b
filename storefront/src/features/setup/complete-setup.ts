import type { CardInput, ProfileInput } from '@supreme-access/contract/sealing.js';
import type { AccountInfo, BillingAddress } from '@supreme-access/contract/shapes/people.js';
import { useIntent } from '../../api/intent.js';
import { setBilling, useRefresh } from '../account/account.js';
import { fromBilling } from '../contact/address-values.js';
import { splitName } from '../contact/names.js';
import { saveProfile } from '../profiles/profiles.js';

export function firstProfile(account: AccountInfo, address: BillingAddress, card: CardInput): ProfileInput {
  const { firstName, lastName } = splitName(account.name) ??
    splitName(card.name) ?? { firstName: account.name, lastName: account.name };
  const { address2, country: _text, ...place } = fromBilling(address);
  const shipping = { firstName, lastName, ...place, ...(address2 ? { address2 } : {}), country: address.country };
  return {
    profileName: 'Main Profile',
    email: account.email,
    phone: account.phone,
    shipping,
    billing: shipping,
    card,
    matchInfo: true,
  };
}

/**
 * Setup 3/3: the paying card and the first profile. Each part has its own intent, so a second attempt repeats only what
 * is open. A card in Stripe's own fields gives no number for a profile.
 */
export function useCompleteSetup() {
  const billing = useIntent();
  const profile = useIntent();
  const refresh = useRefresh();
  return async (account: AccountInfo, address: BillingAddress, token: string, card: CardInput | null) => {
    await setBilling(billing, address, token);
    if (card && account.profiles === 0) await saveProfile(profile, firstProfile(account, address, card));
    await refresh('account', 'profiles');
  };
}
