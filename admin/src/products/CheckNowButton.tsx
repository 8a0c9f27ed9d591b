import { Button } from '@mui/material';
import { Intent } from '@supreme-access/contract/intents.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useLogoutIfAccessDenied, useNotify, useRefresh } from 'react-admin';
import type { dataProvider } from '../data-provider.js';
import { useMayWrite } from '../ui/ActionButton.js';
import { reasonOf } from '../ui/Refusal.js';

/** A check changes nothing and sends no mail, so it needs no confirmation. */
export function CheckNowButton({ productId }: { productId: string }) {
  const { checkDrop } = useDataProvider<typeof dataProvider>();
  const mayWrite = useMayWrite();
  const [intent] = useState(() => new Intent());
  const notify = useNotify();
  const refresh = useRefresh();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const show = (text: string, type: 'success' | 'error') => notify(text, { type, messageArgs: { _: text } });
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const key = intent.keyFor(productId);
      await checkDrop(productId, key);
      intent.settle(key);
    },
    onSuccess: () => {
      show('The drop was checked.', 'success');
      refresh();
    },
    onError: async (error) => {
      if (!(await logoutIfAccessDenied(error))) show(reasonOf(error), 'error');
    },
  });
  if (!mayWrite) return null;
  return (
    <Button variant="outlined" size="small" disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Checking…' : 'Check now'}
    </Button>
  );
}
