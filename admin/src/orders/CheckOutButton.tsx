import CheckOutIcon from '@mui/icons-material/ShoppingBagOutlined';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { statusLabel } from '@supreme-access/contract/statuses.js';
import { useRecordContext } from 'react-admin';
import { dataProvider, type OrderAnswer } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function CheckOutButton() {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  return (
    <ActionButton<object, OrderAnswer>
      label="Check out now"
      refusal={order.refusals.checkout?.error}
      pending="Checking out…"
      title="Check out this order now?"
      explain="Makes one attempt at the retailer now. Nothing is bought twice, and the card is charged only after success."
      done={(answer) => `Attempted. The order's status is ${statusLabel(answer.order.status)}.`}
      icon={<CheckOutIcon />}
      run={(_values, key) => dataProvider.checkOut(order.orderId, key)}
    />
  );
}
