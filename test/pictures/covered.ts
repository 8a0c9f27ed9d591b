import type { DropState } from '@supreme-access/contract/product-states.js';
import type { OpenFee } from '@supreme-access/contract/shapes/orders.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import type { StampKind } from '@supreme-access/contract/ticket.js';
import type { StateName } from './states.js';

type Seen<Kind extends string> = Readonly<Record<Kind, StateName>>;

const STATUSES: Seen<OrderStatus> = {
  pending: 'ticket-held',
  processing: 'ticket-processing',
  success: 'ticket-success',
  action_required: 'ticket-action',
  refund_pending: 'ticket-refund-pending',
  refunded: 'ticket-refunded',
  fail: 'ticket-closed',
  withdrawn: 'ticket-withdrawn',
};
const STAMPS: Seen<StampKind> = {
  reserved: 'ticket-held',
  'checked-out': 'stage-landing',
  'next-size': 'stage-next-size',
  charged: 'ticket-success',
  'no-fee': 'ticket-free',
  'action-needed': 'ticket-action',
  'your-turn': 'retail-finish',
  closed: 'ticket-closed',
  withdrawn: 'ticket-withdrawn',
  'refund-pending': 'ticket-refund-pending',
  'refund-failed': 'ticket-refund-pending',
  refunded: 'ticket-refunded',
};
const DROPS: Seen<DropState> = {
  open: 'product-before',
  'sold-out': 'product-sold-out',
  closed: 'product-closed',
  running: 'product-running',
  departed: 'product-departed',
  unavailable: 'product-missing',
};
const FEES: Seen<OpenFee['why']> = {
  declined: 'fee-declined',
  authenticate: 'fee-authenticate',
  expired: 'fee-declined',
};

/** Every status, stamp and state of the contract with its picture; a missing one does not compile. */
export const COVERED = {
  'Statuses of an order': STATUSES,
  'Stamps of a ticket': STAMPS,
  'States of a drop': DROPS,
  'Why a fee is open': FEES,
};
