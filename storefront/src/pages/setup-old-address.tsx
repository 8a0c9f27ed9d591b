import { OldAddressForm } from '../features/setup/old-address-form.js';
import { SetupPage } from '../features/setup/setup-page.js';

export function SetupOldAddress() {
  return (
    <SetupPage step={2} title="Where do you live?" lead="Your billing address in the United States.">
      <OldAddressForm />
    </SetupPage>
  );
}
