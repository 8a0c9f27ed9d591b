import type { LinkProof } from '@supreme-access/contract/action-types.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { NewPasswordField } from '../auth/new-password-field.js';
import { CHECKS } from '../auth/register.js';

export type Proof = { password: string } | { newPassword: string };

interface ProofFormProps {
  proof: Exclude<LinkProof, 'none'>;
  label: string;
  act(proof: Proof): Promise<void>;
}

export function ProofForm({ proof, label, act }: ProofFormProps) {
  const [isNew, setIsNew] = useState(false);
  return (
    <div className="grid gap-6">
      <PasswordStep key={String(isNew)} isNew={isNew} label={label} act={act} />
      {proof === 'choice' && (
        <div className="grid justify-items-start gap-3 border-t border-rule pt-6">
          <p className="text-muted">
            {isNew
              ? 'You signed up and know the password?'
              : 'You do not know the password, or somebody else signed up with your address?'}
          </p>
          <Button look="quiet" onClick={() => setIsNew(!isNew)}>
            {isNew ? 'Enter the Password' : 'Set a New Password'}
          </Button>
        </div>
      )}
    </div>
  );
}

function PasswordStep({ isNew, label, act }: Pick<ProofFormProps, 'label' | 'act'> & { isNew: boolean }) {
  const alerts = useAlerts();
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(
    ({ password }) => act(isNew ? { newPassword: password } : { password }),
    () => alerts.show('danger', TEXTS.form),
  );
  const validate = isNew ? CHECKS.newPassword : (text: string) => text !== '' || 'Write your password.';
  const field = { error: errors.password?.message, ...form.register('password', { validate }) };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {isNew && (
        <p>
          Name, phone, billing address, card and profiles that were entered before are removed. Whoever was logged in is
          logged out.
        </p>
      )}
      {isNew ? (
        <NewPasswordField label="New Password" password={form.watch('password')} {...field} />
      ) : (
        <TextField label="Password" type="password" autoComplete="current-password" {...field} />
      )}
      <Button type="submit" disabled={isSubmitting} className="justify-self-start">
        {isSubmitting ? 'Working...' : label}
      </Button>
    </form>
  );
}
