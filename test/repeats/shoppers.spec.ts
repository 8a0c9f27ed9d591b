import { describeRepeats } from './copies.js';
import { SHOPPERS } from './shoppers.js';

describeRepeats('what shoppers ask for, repeated under its key,', SHOPPERS);
