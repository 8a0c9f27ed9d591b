import { parameterOf } from '@supreme-access/contract/parameters.js';
import { isStaff } from '@supreme-access/contract/sessions.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { CheckField, TextField } from '../../ui/field.js';
import { FormActions } from '../../ui/form-page.js';
import { NewPasswordField } from './new-password-field.js';
import { CHECKS, register } from './register.js';
import { useReturnTo } from './return-to.js';

interface Values {
  name: string;
  email: string;
  password: string;
  terms: boolean;
}

export function RegisterForm({ withName: always }: { withName: boolean }) {
  const invited = parameterOf(useSearchParams()[0], 'token') !== null;
  const withName = always || invited;
  const { state } = useReturnTo();
  const form = useForm<Values>({ defaultValues: { name: '', email: '', password: '', terms: true } });
  const { errors, isSubmitting } = form.formState;
  const alerts = useAlerts();
  const submit = form.handleSubmit(useRegister(), () => alerts.show('danger', TEXTS.form));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {withName && (
        <TextField
          label="Name"
          autoComplete="name"
          error={errors.name?.message}
          {...form.register('name', { validate: (name) => name.trim() !== '' || 'Enter your name.' })}
        />
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', { validate: CHECKS.email })}
      />
      <NewPasswordField
        label="Password"
        error={errors.password?.message}
        password={form.watch('password')}
        own={form.watch(['name', 'email'])}
        {...form.register('password', { validate: CHECKS.newPassword })}
      />
      <CheckField
        label={
          <>
            I accept the <Link to="/tts">terms of use</Link> and the <Link to="/terms">privacy policy</Link>.
          </>
        }
        error={errors.terms?.message}
        {...form.register('terms', { required: 'Accept the terms to create an account.' })}
      />
      <FormActions>
        <Button type="submit" disabled={isSubmitting} className="max-lg:flex-1">
          {isSubmitting ? 'Creating...' : always ? 'Register' : 'Create Account'}
        </Button>
        <Link to="/login" state={state}>
          I have an account
        </Link>
      </FormActions>
    </form>
  );
}

function useRegister() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const alerts = useAlerts();
  const { state } = useReturnTo();
  const send = useIntent();
  return async (values: Values) => {
    alerts.clear();
    try {
      const session = await register(send, values, parameterOf(params, 'token'));
      await navigate(isStaff(session) ? '/dashboard' : '/signup1', { state });
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
  };
}
