import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { useMayWrite } from '../ui/ActionButton.js';
import { SaveFileButton } from './SaveFileButton.js';

export function DownloadOrderButton() {
  const order = useRecordContext<AdminOrder>();
  const mayWrite = useMayWrite();
  if (!order) return null;
  const { orderId, refusals } = order;
  return (
    <SaveFileButton
      label="Download order data"
      name={`order-${orderId}.json`}
      startIcon={<DownloadIcon />}
      load={() => dataProvider.orderData(orderId, mayWrite && refusals.aco === undefined)}
    />
  );
}
