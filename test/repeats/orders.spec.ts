import { describeRepeats } from './copies.js';
import { ORDERS } from './orders.js';

describeRepeats('requests on orders, repeated under their key,', ORDERS);
