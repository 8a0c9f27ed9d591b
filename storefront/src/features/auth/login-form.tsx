import { isStaff } from '@supreme-access/contract/sessions.js';
import type { Session } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { ApiError, api, messageOf } from '../../api/api.js';
import { signIn } from '../../api/session.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormActions } from '../../ui/form-page.js';
import { PasswordField } from '../../ui/password-field.js';

interface Credentials {
  email: string;
  password: string;
  otp: string;
}

export function LoginForm({ returnTo }: { returnTo: string | null }) {
  const navigate = useNavigate();
  const alerts = useAlerts();
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '', otp: '' } });
  const { errors, isSubmitting } = form.formState;
  const logIn = async ({ otp, ...values }: Credentials) => {
    alerts.clear();
    try {
      const session = await api.post<Session>('/login', otp ? { ...values, otp } : values);
      if (!session.token) return alerts.show('danger', TEXTS.login);
      signIn(session);
      await navigate(returnTo ?? (isStaff(session) ? '/dashboard' : '/'), { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'otp-required') setAsksForCode(true);
      alerts.show('danger', messageOf(error));
    }
  };
  const submit = form.handleSubmit(logIn, () => alerts.show('danger', TEXTS.form));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { validate: (email) => email.trim() !== '' || 'Enter your email.' })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: 'Enter your password.' })}
      />
      {asksForCode && (
        <TextField
          label="Code"
          autoComplete="one-time-code"
          autoFocus
          error={errors.otp?.message}
          {...form.register('otp', { validate: (otp) => otp.trim() !== '' || 'Enter the code.' })}
        />
      )}
      <FormActions>
        <Button type="submit" disabled={isSubmitting} className="max-lg:flex-1">
          {isSubmitting ? 'Logging in...' : 'Log In'}
        </Button>
        <Link to="/forgot" state={returnTo ? { returnTo } : undefined}>
          Forgot Password?
        </Link>
      </FormActions>
    </form>
  );
}
