import { useForm } from 'react-hook-form';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../../backend/src/contract/limits.js';
import { TEXTS } from '../../../../backend/src/contract/texts.js';
import { messageOf } from '../../api.js';
import { useIntent } from '../../intent.js';
import { readSession, signIn } from '../../session.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';

/** Changing the password ends all sessions; the answer may carry a new one for this page. */
export function PasswordForm() {
  const send = useIntent();
  const alerts = useAlerts();
  const form = useForm({ defaultValues: { password: '', newPassword: '' } });
  const submit = form.handleSubmit(async (values) => {
    if (!values.password || values.newPassword.length < PASSWORD_MIN) return alerts.show('danger', TEXTS.form);
    try {
      const { token } = await send<{ token?: string }>('/api/user/password', values, () => values);
      const session = readSession();
      if (token && session) signIn({ ...session, token });
      form.reset();
      alerts.show('success', 'Your password is changed. Other devices are logged out.');
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2">
      <TextField
        label="Current Password"
        type="password"
        autoComplete="current-password"
        {...form.register('password')}
      />
      <TextField
        label="New Password"
        type="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        hint="At least 8 characters."
        {...form.register('newPassword')}
      />
      <Button type="submit" look="quiet" className="mt-2 justify-self-start" disabled={form.formState.isSubmitting}>
        Change Password
      </Button>
    </form>
  );
}
