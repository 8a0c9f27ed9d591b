import { ForgotForm } from '../features/auth/forgot-form.js';
import { FormPage } from '../ui/form-page.js';

export function Forgot() {
  return (
    <FormPage title="Forgot your password?" lead="We will email you a link. It works once, within 30 minutes.">
      <ForgotForm />
    </FormPage>
  );
}
