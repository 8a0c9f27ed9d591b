import { NameForm } from '../features/setup/name-form.js';
import { SetupPage } from '../features/setup/setup-page.js';

export function SetupName() {
  return (
    <SetupPage step={1} title="Who are you?" lead="The retailer ships to this name. We only call about an order.">
      <NameForm />
    </SetupPage>
  );
}
