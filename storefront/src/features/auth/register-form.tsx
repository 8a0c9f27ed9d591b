import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { PASSWORD_MAX } from '../../../../backend/src/contract/limits.js';
import { TEXTS } from '../../../../backend/src/contract/texts.js';
import { messageOf } from '../../api.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormActions } from '../../ui/form-page.js';
import { complete, register } from './register.js';
import { useOnward } from './return-to.js';

interface Values {
  name: string;
  email: string;
  password: string;
  terms: boolean;
}

/** One form for both ways in: sign-up asks for the terms, register for a name. */
export function RegisterForm({ withName }: { withName: boolean }) {
  const { state } = useOnward();
  const form = useForm<Values>({ defaultValues: { name: '', email: '', password: '', terms: true } });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(useRegister(withName));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {withName && <TextField label="Name" autoComplete="name" {...form.register('name')} />}
      <TextField label="Email" type="email" autoComplete="email" {...form.register('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        hint="At least 8 characters."
        {...form.register('password')}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 accent-fg" {...form.register('terms')} />
        <span>
          I accept the <Link to="/tts">terms of use</Link> and the <Link to="/terms">privacy policy</Link>.
        </span>
      </label>
      <FormActions>
        <Button type="submit" disabled={isSubmitting} className="max-lg:w-full">
          {isSubmitting ? 'Creating...' : withName ? 'Register' : 'Create Account'}
        </Button>
        <Link to="/login" state={state}>
          I have an account
        </Link>
      </FormActions>
    </form>
  );
}

/** Registers and moves on to setup; admins go to their own application. */
function useRegister(withName: boolean) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const alerts = useAlerts();
  const { state } = useOnward();
  return async (values: Values) => {
    const named = !withName || values.name.trim() !== '';
    if (!complete(values) || !values.terms || !named) return alerts.show('danger', TEXTS.form);
    try {
      const session = await register(values, params.get('token'));
      await navigate(session.isAdmin ? '/dashboard' : '/signup1', { state });
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
  };
}
