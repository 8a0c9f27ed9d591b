import ArchiveIcon from '@mui/icons-material/ArchiveOutlined';
import type { AdminOrder } from '@supreme-access/contract/api-types.js';
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
      explain="It leaves the list. Its story is kept for auditors."
      done="The order is archived."
      icon={<ArchiveIcon />}
      run={(_values, key) => dataProvider.remove('orders', order.id, key)}
      onDone={() => redirect('list', 'orders')}
    />
  );
}
