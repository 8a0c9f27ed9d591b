import { ACCOUNTS } from './accounts.js';
import { describeRepeats } from './copies.js';

describeRepeats('requests on accounts, repeated under their key,', ACCOUNTS);
