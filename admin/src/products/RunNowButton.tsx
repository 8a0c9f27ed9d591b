import { Button } from '@mui/material';
import { Intent } from '@supreme-access/contract/intents.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLogoutIfAccessDenied, useNotify, useRefresh } from 'react-admin';
import { useMayWrite } from '../ui/ActionButton.js';
import { reasonOf } from '../ui/Refusal.js';

interface RunNow {
  productId: string;
  label: string;
  /** while it runs, and once it has run */
  running: string;
  ran: string;
  run: (productId: string, key: string) => Promise<unknown>;
}

/** What runs changes nothing and sends no mail, so it needs no confirmation. */
export function RunNowButton({ productId, label, running, ran, run }: RunNow) {
  const mayWrite = useMayWrite();
  const [intent] = useState(() => new Intent());
  const notify = useNotify();
  const refresh = useRefresh();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const show = (text: string, type: 'success' | 'error') => notify(text, { type, messageArgs: { _: text } });
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const key = intent.keyFor(productId);
      await run(productId, key);
      intent.settle(key);
    },
    onSuccess: () => {
      show(ran, 'success');
      refresh();
    },
    onError: async (error) => {
      if (!(await logoutIfAccessDenied(error))) show(reasonOf(error), 'error');
    },
  });
  if (!mayWrite) return null;
  return (
    <Button variant="outlined" size="small" disabled={isPending} onClick={() => mutate()}>
      {isPending ? running : label}
    </Button>
  );
}
