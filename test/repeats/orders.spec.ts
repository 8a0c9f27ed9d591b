import { describeRepeats } from './copies.js';
import { ORDERS } from './orders.js';

describeRepeats('what is asked about orders, repeated under its key,', ORDERS);
