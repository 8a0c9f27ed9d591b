import ArchiveIcon from '@mui/icons-material/ArchiveOutlined';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { useRecordContext, useRedirect } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function ArchiveButton() {
  const order = useRecordContext<AdminOrder>();
  const redirect = useRedirect();
  if (!order) return null;
  return (
    <ActionButton
      label="Archive"
      refusal={order.refusals.archive?.error}
      pending="Archiving…"
      title="Archive this order?"
      explain="The order leaves this list. Auditors can still see it."
      done="The order was archived."
      icon={<ArchiveIcon />}
      run={(_values, key) => dataProvider.remove('orders', order.id, key)}
      onDone={() => redirect('list', 'orders')}
    />
  );
}
