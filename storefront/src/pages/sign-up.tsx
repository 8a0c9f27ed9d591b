import { TEXTS } from '@supreme-access/contract/texts.js';
import { RegisterForm } from '../features/auth/register-form.js';
import { FormPage } from '../ui/form-page.js';

export function SignUp() {
  return (
    <FormPage
      title="Create your account."
      lead={`Three short steps follow: your name, your address, your card. ${TEXTS.promise}`}
    >
      <RegisterForm withName={false} />
    </FormPage>
  );
}
