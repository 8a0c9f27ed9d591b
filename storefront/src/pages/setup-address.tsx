import { AddressForm } from '../features/setup/address-form.js';
import { SetupPage } from '../features/setup/setup-page.js';

export function SetupAddress() {
  return (
    <SetupPage step={2} title="Where do you live?" lead="Your billing address. Your first profile ships here too.">
      <AddressForm />
    </SetupPage>
  );
}
