import { CardForm } from '../features/setup/card-form.js';
import { CardPromise, CardStep } from '../features/setup/card-step.js';
import { SetupPage } from '../features/setup/setup-page.js';

export function SetupCard() {
  return (
    <CardStep>
      {(owner) => (
        <SetupPage step={3} title="Which card?" lead={<CardPromise account={owner.account} />}>
          <CardForm owner={owner} />
        </SetupPage>
      )}
    </CardStep>
  );
}
