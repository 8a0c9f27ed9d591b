import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { downloadCSV, useListContext, useNotify } from 'react-admin';
import { dataProvider } from '../data-provider.js';

/** All that the filter shows, not just this page, as the server writes it. */
export function ExportVisibleButton() {
  const { filterValues, total } = useListContext();
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.exportOrders(filterValues),
    onSuccess: (csv) => downloadCSV(csv, 'orders'),
    onError: ({ message }) => notify(message, { type: 'error', messageArgs: { _: message } }),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadIcon />}
      disabled={isPending || total === 0}
      onClick={() => mutate()}
    >
      {isPending ? 'Exporting…' : 'Export Visible'}
    </Button>
  );
}
