import { describeRepeats } from './copies.js';
import { OPERATORS } from './operators.js';

describeRepeats('requests of operators, repeated under their key,', OPERATORS);
