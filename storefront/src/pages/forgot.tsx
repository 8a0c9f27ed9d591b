import { ForgotForm } from '../features/auth/forgot-form.js';
import { FormPage } from '../ui/form-page.js';

export function Forgot() {
  return (
    <FormPage title="Forgot your password?" lead="We mail you a link. It is good for 30 minutes and works once.">
      <ForgotForm />
    </FormPage>
  );
}
