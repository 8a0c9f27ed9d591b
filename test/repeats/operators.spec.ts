import { describeRepeats } from './copies.js';
import { OPERATORS } from './operators.js';

describeRepeats('what operators ask for, repeated under its key,', OPERATORS);
