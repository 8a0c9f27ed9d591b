import OrderIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import type { Order } from '@supreme-access/contract/api-types.js';
import { lazy } from 'react';
import { OrderList } from './OrderList.js';
import { OrderShow } from './OrderShow.js';

/** Seldom opened, and it brings the numbers of all countries' phones. */
const OrderCreate = lazy(async () => ({ default: (await import('./create/OrderCreate.js')).OrderCreate }));

export default {
  list: OrderList,
  create: OrderCreate,
  show: OrderShow,
  icon: OrderIcon,
  recordRepresentation: (order: Order) => order.productTitle,
  options: { label: 'Orders' },
};
