import OrderIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { lazily } from '../ui/lazily.js';

export default {
  list: lazily(async () => (await import('./OrderList.js')).OrderList),
  create: lazily(async () => (await import('./create/OrderCreate.js')).OrderCreate),
  show: lazily(async () => (await import('./OrderShow.js')).OrderShow),
  icon: OrderIcon,
  recordRepresentation: (order: Order) => order.productTitle,
  options: { label: 'Orders' },
};
