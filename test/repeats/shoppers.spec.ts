import { describeRepeats } from './copies.js';
import { SHOPPERS } from './shoppers.js';

describeRepeats('requests of shoppers, repeated under their key,', SHOPPERS);
