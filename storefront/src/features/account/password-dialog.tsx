import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/api.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';

interface PasswordDialogProps {
  title: string;
  text: string;
  action: string;
  /** a refusal it throws is shown at the field */
  onPassword(password: string): Promise<void>;
  onClose(): void;
}

export function PasswordDialog({ title, text, action, onPassword, onClose }: PasswordDialogProps) {
  const { password, problem, busy, type, submit } = useProof(onPassword);
  return (
    <Dialog open title={title} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4 p-4 lg:p-6">
        <p>{text}</p>
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          error={problem || undefined}
          onChange={(event) => type(event.target.value)}
        />
        <Button type="submit" disabled={busy}>
          {busy ? 'Working...' : action}
        </Button>
      </form>
    </Dialog>
  );
}

function useProof(onPassword: PasswordDialogProps['onPassword']) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const prove = async () => {
    if (password === '') return setProblem('Write your password.');
    setBusy(true);
    await onPassword(password).catch((error: unknown) => setProblem(messageOf(error)));
    setBusy(false);
  };
  const type = (text: string) => {
    setPassword(text);
    setProblem('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void prove();
  };
  return { password, problem, busy, type, submit };
}
