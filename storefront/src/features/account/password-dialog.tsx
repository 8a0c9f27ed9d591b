import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../api/api.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { PasswordField } from '../../ui/password-field.js';
import { asksForOwnCode, type OwnProof } from './account.js';

interface PasswordDialogProps {
  title: string;
  text: string;
  action: string;
  /** A refusal that it throws is shown at the field. */
  onProof(proof: OwnProof): Promise<void>;
  onClose(): void;
}

export function PasswordDialog({ title, text, action, onProof, onClose }: PasswordDialogProps) {
  const { proof, asksForCode, problem, busy, type, submit } = useProof(onProof);
  return (
    <Dialog open title={title} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4 p-4 lg:p-6">
        <p>{text}</p>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          value={proof.password}
          error={problem?.at === 'password' ? problem.text : undefined}
          onChange={(event) => type({ ...proof, password: event.target.value })}
        />
        {asksForCode && (
          <TextField
            label="Code"
            autoComplete="one-time-code"
            autoFocus
            required
            value={proof.otp ?? ''}
            error={problem?.at === 'otp' ? problem.text : undefined}
            onChange={(event) => type({ ...proof, otp: event.target.value })}
          />
        )}
        <Button type="submit" disabled={busy}>
          {busy ? 'Working...' : action}
        </Button>
      </form>
    </Dialog>
  );
}

function isAboutCode(error: unknown): boolean {
  return error instanceof ApiError && error.code.startsWith('otp-');
}

function useProof(onProof: PasswordDialogProps['onProof']) {
  const [proof, setProof] = useState<OwnProof>({ password: '' });
  const [asksForCode, setAsksForCode] = useState(false);
  const [problem, setProblem] = useState<{ text: string; at: keyof OwnProof } | null>(null);
  const [busy, setBusy] = useState(false);
  const prove = async () => {
    if (proof.password === '') return setProblem({ text: 'Enter your password.', at: 'password' });
    setBusy(true);
    await onProof(proof).catch((error: unknown) => {
      if (asksForOwnCode(error)) setAsksForCode(true);
      setProblem({ text: messageOf(error), at: isAboutCode(error) ? 'otp' : 'password' });
    });
    setBusy(false);
  };
  const type = (typed: OwnProof) => {
    setProof(typed);
    setProblem(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void prove();
  };
  return { proof, asksForCode, problem, busy, type, submit };
}
