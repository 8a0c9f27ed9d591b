import { ACCOUNTS } from './accounts.js';
import { describeRepeats } from './copies.js';

describeRepeats('what lets people in, repeated under its key,', ACCOUNTS);
