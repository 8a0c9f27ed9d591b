import ArchiveIcon from '@mui/icons-material/ArchiveOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import WithdrawIcon from '@mui/icons-material/RemoveCircleOutlined';
import RefundIcon from '@mui/icons-material/Undo';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { useGetMany, useListContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { BulkButton } from '../ui/BulkButton.js';
import { Mono } from '../ui/Mono.js';
import { BulkOrdersButton } from './BulkOrdersButton.js';

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
        explain="The latest email of each order is sent once more."
        icon={<MailIcon />}
        run={(id, key) => dataProvider.resend(id, key)}
        nameOf={nameOf}
      />
      <BulkOrdersButton
        label="Refund orders"
        pending="Refunding…"
        done="refunded"
        explain="Whatever is still charged goes back to the card it came from."
        helperText="One reason for all of them. Kept in the event log forever. Do not include names."
        asksProof
        icon={<RefundIcon />}
        run={(body, key) => dataProvider.refundMany(body, key)}
        nameOf={nameOf}
      />
      <BulkOrdersButton
        label="Withdraw orders"
        pending="Withdrawing…"
        done="withdrawn"
        explain="Their slots become free, nothing is charged, and the holders get an email."
        helperText="One reason for all of them. The holders can read it."
        icon={<WithdrawIcon />}
        run={(body, key) => dataProvider.withdrawMany(body, key)}
        nameOf={nameOf}
      />
      <BulkButton
        label="Archive orders"
        title="Archive these orders?"
        explain="Archived orders leave this list. Auditors still see them. Orders that have not ended stay here."
        icon={<ArchiveIcon />}
        run={(id, key) => dataProvider.remove('orders', id, key)}
        nameOf={nameOf}
      />
    </>
  );
}
