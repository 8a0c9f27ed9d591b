import OrderIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import type { Order } from '@supreme-access/contract/api-types.js';
import { OrderList } from './OrderList.js';
import { OrderShow } from './OrderShow.js';

export default {
  list: OrderList,
  show: OrderShow,
  icon: OrderIcon,
  recordRepresentation: (order: Order) => order.productTitle,
  options: { label: 'Orders' },
};
