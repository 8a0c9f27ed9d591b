import EvidenceIcon from '@mui/icons-material/FactCheckOutlined';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify, useRecordContext } from 'react-admin';
import type { dataProvider } from '../../data-provider.js';
import { saveJson } from '../../ui/export.js';

/** Downloads what proves this order's fee to a bank. */
export function EvidenceFileButton({ size }: { size?: 'small' | 'medium' }) {
  const record = useRecordContext<{ id: string; orderId: string }>();
  const { evidenceFile } = useDataProvider<typeof dataProvider>();
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: (orderId: string) => evidenceFile(orderId),
    onSuccess: (file) => saveJson(`evidence-${file.orderId}.json`, file),
    onError: ({ message }) => notify(message, { type: 'error', messageArgs: { _: message } }),
  });
  if (!record) return null;
  return (
    <Button
      variant="outlined"
      size={size}
      startIcon={size === 'small' ? undefined : <EvidenceIcon />}
      disabled={isPending}
      onClick={() => mutate(record.orderId)}
    >
      Evidence file
    </Button>
  );
}
