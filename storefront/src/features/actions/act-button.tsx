import { useState } from 'react';
import { Button } from '../../ui/button.js';

interface ActButtonProps {
  label: string;
  variant?: 'solid' | 'quiet';
  className?: string;
  act(): Promise<void>;
}

export function ActButton({ label, variant, className = 'justify-self-start', act }: ActButtonProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await act();
    setBusy(false);
  };
  return (
    <Button variant={variant} disabled={busy} onClick={() => void press()} className={className}>
      {busy ? 'Working...' : label}
    </Button>
  );
}
