import OrderIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import type { Order } from '@supreme-access/contract/api-types.js';
import { lazily } from '../ui/lazily.js';

export default {
  list: lazily(() => import('./OrderList.js'), 'OrderList'),
  create: lazily(() => import('./create/OrderCreate.js'), 'OrderCreate'),
  show: lazily(() => import('./OrderShow.js'), 'OrderShow'),
  icon: OrderIcon,
  recordRepresentation: (order: Order) => order.productTitle,
  options: { label: 'Orders' },
};
