export const ORDER_STATUSES = [
  'pending',
  'processing',
  'success',
  'action_required',
  'refund_pending',
  'refunded',
  'fail',
  'withdrawn',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const OPEN_STATUSES = [
  'pending',
  'processing',
  'action_required',
  'refund_pending',
] as const satisfies readonly OrderStatus[];
/** An order in these states blocks the erasure of its owner. */
export const UNDER_WAY_STATUSES = [
  'processing',
  'action_required',
  'refund_pending',
] as const satisfies readonly OrderStatus[];
export function isUnderWay(status: OrderStatus): boolean {
  return UNDER_WAY_STATUSES.some((one) => one === status);
}
export const ENDED_STATUSES = ['success', 'refunded', 'fail', 'withdrawn'] as const satisfies readonly OrderStatus[];

/** 'fail' reads 'Refunded', because nothing was charged. */
export function statusLabel(status: OrderStatus): string {
  if (status === 'fail') return 'Refunded';
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const ROLES = ['shopper', 'admin', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** `closed`: neither won nor lost, such as an inquiry or a prevented dispute; see `status`. */
export const DISPUTE_STATES = ['open', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const SLOT_STATES = ['reserved', 'attempting', 'bought', 'charged', 'not-bought', 'refunded'] as const;
export type SlotState = (typeof SLOT_STATES)[number];
