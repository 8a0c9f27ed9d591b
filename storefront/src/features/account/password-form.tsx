import type { AccountInfo } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { readSession, signIn } from '../../api/session.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { PasswordField } from '../../ui/password-field.js';
import { NewPasswordField } from '../auth/new-password-field.js';
import { CHECKS } from '../auth/register.js';
import { asksForOwnCode } from './account.js';

interface Passwords {
  password: string;
  newPassword: string;
  otp: string;
}

export function PasswordForm({ account: { name, email, phone } }: { account: AccountInfo }) {
  const send = useIntent();
  const alerts = useAlerts();
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useForm<Passwords>({ defaultValues: { password: '', newPassword: '', otp: '' } });
  const { errors, isSubmitting } = form.formState;
  const change = async ({ otp, ...passwords }: Passwords) => {
    const values = otp ? { ...passwords, otp } : passwords;
    alerts.clear();
    try {
      const { token } = await send<{ token?: string }>('/api/user/password', values, () => values);
      const session = readSession();
      if (token && session) signIn({ ...session, token });
      form.reset();
      alerts.show('success', 'Your password is changed. All other devices have been logged out.');
    } catch (error) {
      if (asksForOwnCode(error)) setAsksForCode(true);
      alerts.show('danger', messageOf(error));
    }
  };
  const submit = form.handleSubmit(change, () => alerts.show('danger', TEXTS.form));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2">
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: 'Enter your password.' })}
      />
      {asksForCode && <TextField label="Code" autoComplete="one-time-code" autoFocus {...form.register('otp')} />}
      <NewPasswordField
        label="New Password"
        error={errors.newPassword?.message}
        password={form.watch('newPassword')}
        own={[name, email, phone ?? '']}
        {...form.register('newPassword', { validate: CHECKS.newPassword })}
      />
      <Button type="submit" variant="quiet" className="mt-2 justify-self-start" disabled={isSubmitting}>
        Change Password
      </Button>
    </form>
  );
}
