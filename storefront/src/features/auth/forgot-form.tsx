import { TEXTS } from '@supreme-access/contract/texts.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { ApiError, api, messageOf } from '../../api/api.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormActions } from '../../ui/form-page.js';
import { CHECKS } from './register.js';
import { useReturnTo } from './return-to.js';

export function ForgotForm() {
  const alerts = useAlerts();
  const { state } = useReturnTo();
  const [sent, setSent] = useState(false);
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;
  const send = async ({ email }: { email: string }) => {
    alerts.clear();
    try {
      await api.post('/api/forgotpw', { email: email.trim() });
      setSent(true);
    } catch (error) {
      const refused = error instanceof ApiError && error.status > 0 && error.status < 429;
      alerts.show('danger', refused ? TEXTS.email : messageOf(error));
    }
  };
  const submit = form.handleSubmit(send, () => alerts.show('danger', TEXTS.email));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', { validate: CHECKS.email })}
      />
      <FormActions>
        <Button type="submit" disabled={isSubmitting || sent} className="max-lg:flex-1">
          <span aria-live="polite">{sent ? 'Check Email.' : 'Send Link'}</span>
        </Button>
        <Link to="/login" state={state}>
          Back to login
        </Link>
      </FormActions>
    </form>
  );
}
