import { parameterOf } from '@supreme-access/contract/parameters.js';
import { useSearchParams } from 'react-router-dom';
import { RegisterForm } from '../features/auth/register-form.js';
import { FormPage } from '../ui/form-page.js';

export function Register() {
  const invited = parameterOf(useSearchParams()[0], 'token') !== null;
  return (
    <FormPage
      title={invited ? 'You are invited.' : 'Register.'}
      lead={invited ? 'The invitation is for one person and works once.' : 'Create an account in your name.'}
    >
      <RegisterForm withName />
    </FormPage>
  );
}
