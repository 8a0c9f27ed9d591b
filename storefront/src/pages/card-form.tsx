import { Navigate } from 'react-router-dom';
import { usePageSettings } from '../api/page-settings.js';
import { useReturnTo } from '../features/auth/return-to.js';
import { type CardOwner, CardPromise, CardStep } from '../features/setup/card-step.js';
import { DrawnCardForm } from '../features/setup/drawn-card-form.js';
import { SetupPage } from '../features/setup/setup-page.js';
import { LoadFailure, Loading } from '../ui/load-state.js';

export function CardForm() {
  return (
    <CardStep>
      {(owner) => (
        <SetupPage step={3} title="Your card." lead={<CardPromise account={owner.account} />}>
          <TypedHere owner={owner} />
        </SetupPage>
      )}
    </CardStep>
  );
}

function TypedHere({ owner }: { owner: CardOwner }) {
  const settings = usePageSettings();
  const { state } = useReturnTo();
  if (settings.isLoadingError) return <LoadFailure error={settings.error} retry={settings.refetch} />;
  if (settings.isPending) return <Loading />;
  if (settings.data.stripePublishableKey) return <Navigate to="/signup3" replace state={state} />;
  return <DrawnCardForm owner={owner} />;
}
