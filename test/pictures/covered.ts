import type { DropState } from '@supreme-access/contract/product-states.js';
import type { StateName } from './states.js';

type Seen<Kind extends string> = Readonly<Record<Kind, StateName>>;

const DROPS: Seen<DropState> = {
  open: 'product-before',
  'sold-out': 'product-sold-out',
  closed: 'product-closed',
  running: 'product-running',
  departed: 'product-departed',
  unavailable: 'product-missing',
};
/** Every state of a drop that the contract knows, and the picture on which it is seen: one that is missing does not compile. */
export const COVERED = {
  'States of a drop': DROPS,
};
