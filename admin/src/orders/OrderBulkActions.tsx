import ArchiveIcon from '@mui/icons-material/ArchiveOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import type { AdminOrder } from '@supreme-access/contract/api-types.js';
import { useGetMany, useListContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { BulkButton } from '../ui/BulkButton.js';
import { Mono } from '../ui/Mono.js';

export function OrderBulkActions() {
  const { selectedIds } = useListContext<AdminOrder>();
  const { data: orders = [] } = useGetMany<AdminOrder>('orders', { ids: selectedIds });
  const nameOf = (id: string) => {
    const order = orders.find((one) => one?.orderId === id);
    return order ? `${order.productTitle}, ${order.email || 'erased'}` : <Mono>{id}</Mono>;
  };
  return (
    <>
      <BulkButton
        label="Resend emails"
        title="Resend these orders' emails?"
        explain="Each order's latest email goes out once more, one order after the other."
        icon={<MailIcon />}
        run={(id, key) => dataProvider.resend(id, key)}
        nameOf={nameOf}
      />
      <BulkButton
        label="Archive orders"
        title="Archive these orders?"
        explain="They leave the list, one after the other. Their stories are kept for auditors. An order that has not ended stays."
        icon={<ArchiveIcon />}
        run={(id, key) => dataProvider.remove('orders', id, key)}
        nameOf={nameOf}
      />
    </>
  );
}
