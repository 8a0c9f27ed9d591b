import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import type { AdminOrder } from '@supreme-access/contract/api-types.js';
import { useMutation } from '@tanstack/react-query';
import { useNotify, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { useMayWrite } from '../ui/ActionButton.js';
import { saveJson } from '../ui/export.js';

export function DownloadOrderButton({ size }: { size?: 'small' | 'medium' }) {
  const order = useRecordContext<AdminOrder>();
  const mayWrite = useMayWrite();
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ orderId, refusals }: AdminOrder) =>
      dataProvider.orderData(orderId, mayWrite && refusals.aco === undefined),
    onSuccess: (data) => saveJson(`order-${data.order.orderId}.json`, data),
    onError: ({ message }) => notify(message, { type: 'error', messageArgs: { _: message } }),
  });
  if (!order) return null;
  return (
    <Button
      variant="outlined"
      size={size}
      startIcon={size === 'small' ? undefined : <DownloadIcon />}
      disabled={isPending}
      onClick={(event) => {
        event.stopPropagation();
        mutate(order);
      }}
    >
      Download order data
    </Button>
  );
}
