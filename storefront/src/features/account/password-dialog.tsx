import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/api.js';
import { InlineAlert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';

interface PasswordDialogProps {
  title: string;
  text: string;
  action: string;
  /** a refusal it throws is shown here */
  onPassword(password: string): Promise<void>;
  onClose(): void;
}

export function PasswordDialog({ title, text, action, onPassword, onClose }: PasswordDialogProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const prove = async () => {
    setProblem('');
    try {
      await onPassword(password);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void prove();
  };
  return (
    <Dialog open title={title} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4 p-4 lg:p-6">
        <p>{text}</p>
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {problem && <InlineAlert type="danger" text={problem} />}
        <Button type="submit">{action}</Button>
      </form>
    </Dialog>
  );
}
