import { type OrderStatus, statusLabel } from '@supreme-access/contract/statuses.js';

type Meaning = 'good' | 'wait' | 'lost' | 'calm';

const MARKS: Record<OrderStatus, { meaning: Meaning; path: string }> = {
  pending: { meaning: 'wait', path: 'M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z' },
  processing: { meaning: 'wait', path: 'M6 1.5a4.5 4.5 0 1 1 0 9Zm0 0a4.5 4.5 0 0 0 0 9' },
  success: { meaning: 'good', path: 'M1.5 6.5 4.5 9.5 10.5 2.5' },
  action_required: { meaning: 'wait', path: 'M6 1v6.5M6 9.5v1.5' },
  refund_pending: { meaning: 'wait', path: 'M10.5 9.5V4H2M4.5 1.5 2 4l2.5 2.5' },
  refunded: { meaning: 'calm', path: 'M10.5 9.5V4H2M4.5 1.5 2 4l2.5 2.5' },
  fail: { meaning: 'lost', path: 'M2 2l8 8M10 2l-8 8' },
  withdrawn: { meaning: 'calm', path: 'M1.5 6h9' },
};
const UNKNOWN = { meaning: 'calm', path: 'M6 5.5v1' } as const;
const COLOURS: Record<Meaning, string> = {
  good: 'text-good',
  wait: 'text-wait',
  lost: 'text-lost',
  calm: 'text-muted',
};

export function StatusMark({ status, label = statusLabel(status) }: { status: OrderStatus; label?: string }) {
  // The server may know a status that this build does not.
  const { meaning, path } = MARKS[status] ?? UNKNOWN;
  return (
    <span className={`inline-flex items-center gap-2 font-semibold whitespace-nowrap ${COLOURS[meaning]}`}>
      <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 shrink-0 fill-none stroke-current stroke-2">
        <path d={path} />
      </svg>
      {label}
    </span>
  );
}
