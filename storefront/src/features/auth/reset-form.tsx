import { DELAYS } from '@supreme-access/contract/limits.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ApiError, messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { signOut } from '../../api/session.js';
import { useAlerts } from '../../ui/alert.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { FormActions } from '../../ui/form-page.js';
import { PasswordField } from '../../ui/password-field.js';
import { NewPasswordField } from './new-password-field.js';
import { CHECKS } from './register.js';

interface NewPassword {
  password: string;
  confirmPassword: string;
}

export function ResetForm({ hash }: { hash: string }) {
  const { form, submit, saved, over } = useReset(hash);
  const { errors, isSubmitting } = form.formState;
  const same = (text: string) => text === form.getValues('password') || 'The two passwords are not the same.';
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {over && <LinkOver />}
      <NewPasswordField
        label="New Password"
        error={errors.password?.message}
        password={form.watch('password')}
        {...form.register('password', { validate: CHECKS.newPassword })}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword', { validate: same })}
      />
      <FormActions>
        <Button type="submit" disabled={isSubmitting || saved} className="max-lg:flex-1">
          <span aria-live="polite">{saved ? 'Saved!' : 'Save Password'}</span>
        </Button>
      </FormActions>
    </form>
  );
}

function useReset(hash: string) {
  const alerts = useAlerts();
  const send = useIntent();
  const [saved, setSaved] = useState(false);
  const [over, setOver] = useState(false);
  useLoginSoon(saved);
  const form = useForm<NewPassword>({ defaultValues: { password: '', confirmPassword: '' } });
  const save = async (values: NewPassword) => {
    alerts.clear();
    try {
      await send('/api/resetpassword', values, () => ({ hash, ...values }));
      setSaved(true);
    } catch (error) {
      const refused = error instanceof ApiError && error.status > 0 && error.status < 429;
      setOver(refused && error.code === 'link-over');
      if (refused && error.code === 'password-common') form.setError('password', { message: error.message });
      alerts.show('danger', refused ? TEXTS.form : messageOf(error));
    }
  };
  const submit = form.handleSubmit(save, () => alerts.show('danger', TEXTS.form));
  return { form, submit, saved, over };
}

function LinkOver() {
  return (
    <div role="status" className="grid justify-items-start gap-3 border-y border-fg py-4">
      <p>This link has been used or has expired. Ask for a new one to set your password.</p>
      <ButtonLink to="/forgot" variant="quiet">
        Send a New Link
      </ButtonLink>
    </div>
  );
}

/** The reset has ended every session, so the stored one must go before the login screen is shown. */
function useLoginSoon(saved: boolean) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => {
      signOut();
      void navigate('/login');
    }, DELAYS.resetPasswordRedirect);
    return () => clearTimeout(timer);
  }, [saved, navigate]);
}
