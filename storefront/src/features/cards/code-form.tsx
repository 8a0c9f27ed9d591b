import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/api.js';
import { encryption } from '../../api/chunks.js';
import { useIntent } from '../../api/intent.js';
import { Button } from '../../ui/button.js';
import { CodeField, codeProblem } from './code-field.js';

interface CodeFormProps {
  path: string;
  more?: object;
  /** Everybody with a guest's link may give the code, signed in or not. */
  asGuest?: boolean;
  onGiven(answer: unknown): unknown;
}

export function CodeForm({ path, more, asGuest = false, onGiven }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = useIntent();
  const give = async () => {
    const wrong = codeProblem(code);
    if (wrong) return setProblem(wrong);
    setBusy(true);
    setProblem('');
    try {
      const answer = await send(path, code, async () => ({
        ...more,
        eCode: await (await encryption()).encryptFor('code', { code }, asGuest),
      }));
      setCode('');
      await onGiven(answer);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <form
      noValidate
      aria-label="Security code"
      className="grid max-w-sm gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void give();
      }}
    >
      <CodeField
        code={code}
        onChange={(next) => {
          setCode(next);
          setProblem('');
        }}
        error={problem}
      />
      <Button type="submit" disabled={busy} className="justify-self-start">
        {busy ? 'Sending...' : 'Send Code'}
      </Button>
    </form>
  );
}
