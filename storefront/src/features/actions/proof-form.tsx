import type { LinkProof } from '@supreme-access/contract/shapes/orders.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/password-field.js';
import { NewPasswordField } from '../auth/new-password-field.js';
import { CHECKS } from '../auth/register.js';

export type Proof = { password: string } | { newPassword: string };

interface StepProps {
  label: string;
  act(proof: Proof): Promise<void>;
}
interface ProofFormProps extends StepProps {
  proof: Exclude<LinkProof, 'none'>;
}

const NEW_PASSWORD_NOTE =
  'Name, phone, billing address, card and profiles that were entered before are removed. Whoever was logged in is logged out.';
const UNDO_NOTE =
  'Whoever changed the address may know the password: choose a new one. Whoever was logged in is logged out.';

export function ProofForm({ proof, label, act }: ProofFormProps) {
  const [isNew, setIsNew] = useState(false);
  return (
    <div className="grid gap-6">
      {isNew ? (
        <NewPasswordStep note={NEW_PASSWORD_NOTE} label={label} act={act} />
      ) : (
        <PasswordStep label={label} act={act} />
      )}
      {proof === 'choice' && (
        <div className="grid justify-items-start gap-3 border-t border-rule pt-6">
          <p className="text-muted">
            {isNew
              ? 'You signed up and know the password?'
              : 'You do not know the password, or somebody else signed up with your address?'}
          </p>
          <Button variant="quiet" onClick={() => setIsNew(!isNew)}>
            {isNew ? 'Enter the Password' : 'Set a New Password'}
          </Button>
        </div>
      )}
    </div>
  );
}

export function UndoForm(step: StepProps) {
  return <NewPasswordStep note={UNDO_NOTE} {...step} />;
}

function PasswordStep({ label, act }: StepProps) {
  const validate = (text: string) => text !== '' || 'Enter your password.';
  const { field, submit, isSubmitting } = useStep(validate, (password) => act({ password }));
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <PasswordField label="Password" autoComplete="current-password" {...field} />
      <StepButton label={label} isSubmitting={isSubmitting} />
    </form>
  );
}

function NewPasswordStep({ note, label, act }: StepProps & { note: string }) {
  const { field, typed, submit, isSubmitting } = useStep(CHECKS.newPassword, (newPassword) => act({ newPassword }));
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p>{note}</p>
      <NewPasswordField label="New Password" password={typed} {...field} />
      <StepButton label={label} isSubmitting={isSubmitting} />
    </form>
  );
}

function StepButton({ label, isSubmitting }: { label: string; isSubmitting: boolean }) {
  return (
    <Button type="submit" disabled={isSubmitting} className="justify-self-start">
      {isSubmitting ? 'Working...' : label}
    </Button>
  );
}

function useStep(validate: (text: string) => true | string, send: (text: string) => Promise<void>) {
  const alerts = useAlerts();
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(
    ({ password }) => send(password),
    () => alerts.show('danger', TEXTS.form),
  );
  const field = { error: errors.password?.message, ...form.register('password', { validate }) };
  return {
    field,
    typed: form.watch('password'),
    isSubmitting,
    submit: (event: FormEvent) => {
      void submit(event);
    },
  };
}
