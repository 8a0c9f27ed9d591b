export const STAMP_KINDS = [
  'reserved',
  'checked-out',
  'next-size',
  'charged',
  'no-fee',
  'action-needed',
  'your-turn',
  'closed',
  'withdrawn',
  'refund-pending',
  'refund-failed',
  'refunded',
] as const;
export type StampKind = (typeof STAMP_KINDS)[number];

/** They tell of no payment, so whoever sees a shown ticket sees them. */
const PUBLIC_STAMPS: readonly StampKind[] = ['reserved', 'checked-out'];

export const STAMP_LABELS: Readonly<Record<StampKind, string>> = {
  reserved: 'Reserved',
  'checked-out': 'Checked out',
  'next-size': 'Next available',
  charged: 'Charged',
  'no-fee': 'No fee',
  'action-needed': 'Payment needed',
  'your-turn': 'Your turn',
  closed: 'Closed',
  withdrawn: 'Withdrawn',
  'refund-pending': 'Refund pending',
  'refund-failed': 'Refund failed',
  refunded: 'Refunded',
};

export function stamp(kind: StampKind, at: string | null | undefined) {
  return { kind, label: STAMP_LABELS[kind], done: at !== undefined, at: at ?? null };
}

/** What a shown ticket tells of its stamps: a purchase in the next size is one like any other. */
export function publicStamps<One extends { kind: StampKind; label: string; done: boolean }>(
  stamps: readonly One[],
): One[] {
  const bought = { kind: 'checked-out', label: STAMP_LABELS['checked-out'] } as const;
  return stamps
    .map((one) => (one.kind === 'next-size' ? { ...one, ...bought } : one))
    .filter(({ kind, done }) => done && PUBLIC_STAMPS.includes(kind));
}
