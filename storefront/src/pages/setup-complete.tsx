import { TEXTS } from '@supreme-access/contract/texts.js';
import { Link } from 'react-router-dom';
import { useAccount } from '../features/account/account.js';
import { useReturnTo } from '../features/auth/return-to.js';
import { shopGate } from '../features/setup/setup-stage.js';
import { ButtonLink } from '../ui/button.js';
import { FormPage } from '../ui/form-page.js';

export function SetupComplete() {
  const { data: account } = useAccount();
  const { returnTo, state } = useReturnTo();
  const open = account && shopGate(account);
  return (
    <FormPage title="Setup Complete" lead={<p>Account created. {TEXTS.promise}</p>}>
      <div className="grid justify-items-start gap-5">
        {open && (
          <p className="border-y border-fg py-3">
            {open === '/signup2' ? 'Your address is still missing.' : 'Your card is still missing.'} You need it to
            secure a slot.{' '}
            <Link to={open} state={state}>
              Add it now
            </Link>
          </p>
        )}
        {account && !open && account.profiles === 0 && (
          <p className="border-y border-fg py-3">
            To secure a slot you need a profile: where the item ships, and the card for the retailer.{' '}
            <Link to="/newProfile">Add a profile</Link>
          </p>
        )}
        <ButtonLink to={returnTo ?? '/shop'} variant="volt">
          Go to the Shop
        </ButtonLink>
      </div>
    </FormPage>
  );
}
