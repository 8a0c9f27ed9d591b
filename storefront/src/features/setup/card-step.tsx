import type { CardInput } from '@supreme-access/contract/sealing.js';
import type { AccountInfo, BillingAddress } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import type { ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { usePageSettings } from '../../api/page-settings.js';
import { LoadFailure, Loading } from '../../ui/load-state.js';
import { useAccount } from '../account/account.js';
import { useReturnTo } from '../auth/return-to.js';
import { BOTH_CARDS, FEE_CARD } from '../cards/fee-card-props.js';
import { useCompleteSetup } from './complete-setup.js';
import { setupStage } from './setup-stage.js';

export interface CardOwner {
  account: AccountInfo;
  address: BillingAddress;
}

export function CardStep({ children }: { children(owner: CardOwner): ReactNode }) {
  const account = useAccount();
  const { state } = useReturnTo();
  if (account.isLoadingError) return <LoadFailure error={account.error} retry={account.refetch} />;
  if (!account.data) return <Loading />;
  const { billingAddress } = account.data;
  const before = setupStage({ ...account.data, customer_id: 'asked for here' });
  if (before || !billingAddress) return <Navigate to={before ?? '/signup2'} replace state={state} />;
  return children({ account: account.data, address: billingAddress });
}

export function useSaveCard({ account, address }: CardOwner) {
  const completeSetup = useCompleteSetup();
  const navigate = useNavigate();
  const { state } = useReturnTo();
  return async (token: string, card: CardInput | null) => {
    await completeSetup(account, address, token, card);
    await navigate('/signupcomplete', { state });
  };
}

export function CardPromise({ account }: Pick<CardOwner, 'account'>) {
  const { data: settings } = usePageSettings();
  // A card in Stripe's own fields gives us no number for a profile.
  const isForProfile = account.profiles === 0 && settings?.stripePublishableKey === null;
  return (
    <>
      <p className="font-semibold text-fg">{TEXTS.promise}</p>
      {settings && <p className="mt-2">{isForProfile ? BOTH_CARDS : FEE_CARD}</p>}
      <p className="mt-2">Your card is encrypted before it leaves this page. Only the checkout can read it.</p>
    </>
  );
}
