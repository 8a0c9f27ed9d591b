import { useAccount } from '../features/account/account.js';
import { useReturnTo } from '../features/auth/return-to.js';
import { setupStage } from '../features/setup/setup-stage.js';
import { ButtonLink } from '../ui/button.js';
import { FormPage } from '../ui/form-page.js';

export function SetupCancel() {
  const { data: account } = useAccount();
  const { state } = useReturnTo();
  const next = account ? (setupStage(account) ?? '/signupcomplete') : '/signup1';
  return (
    <FormPage
      title="Cancel Setup?"
      lead="You keep your account. To secure a slot you need an address and a card, which you can add later."
    >
      <div className="grid gap-3">
        <ButtonLink to={next} state={state}>
          Continue Set Up
        </ButtonLink>
        <ButtonLink variant="quiet" to="/">
          Cancel Setup
        </ButtonLink>
      </div>
    </FormPage>
  );
}
