import type { AccountInfo } from '@supreme-access/contract/api-types.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { readSession, signIn } from '../../api/session.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { NewPasswordField } from '../auth/new-password-field.js';
import { CHECKS } from '../auth/register.js';

interface Passwords {
  password: string;
  newPassword: string;
}

export function PasswordForm({ account: { name, email, phone } }: { account: AccountInfo }) {
  const send = useIntent();
  const alerts = useAlerts();
  const form = useForm<Passwords>({ defaultValues: { password: '', newPassword: '' } });
  const { errors, isSubmitting } = form.formState;
  const change = async (values: Passwords) => {
    alerts.clear();
    try {
      const { token } = await send<{ token?: string }>('/api/user/password', values, () => values);
      const session = readSession();
      if (token && session) signIn({ ...session, token });
      form.reset();
      alerts.show('success', 'Your password is changed. Other devices are logged out.');
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
  };
  const submit = form.handleSubmit(change, () => alerts.show('danger', TEXTS.form));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2">
      <TextField
        label="Current Password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: 'Write your password.' })}
      />
      <NewPasswordField
        label="New Password"
        error={errors.newPassword?.message}
        password={form.watch('newPassword')}
        own={[name, email, phone ?? '']}
        {...form.register('newPassword', { validate: CHECKS.newPassword })}
      />
      <Button type="submit" look="quiet" className="mt-2 justify-self-start" disabled={isSubmitting}>
        Change Password
      </Button>
    </form>
  );
}
