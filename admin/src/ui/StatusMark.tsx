import { Box } from '@mui/material';
import { type OrderStatus, statusLabel } from '@supreme-access/contract/statuses.js';

type Tone = 'success.main' | 'warning.main' | 'error.main' | 'text.secondary';

const BACK = 'M10.5 9.5V4H2M4.5 1.5 2 4l2.5 2.5';

/** The marks are drawn on 12 by 12 and equal the storefront's. */
const MARKS: Record<OrderStatus, { tone: Tone; path: string }> = {
  pending: { tone: 'warning.main', path: 'M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z' },
  processing: { tone: 'warning.main', path: 'M6 1.5a4.5 4.5 0 1 1 0 9Zm0 0a4.5 4.5 0 0 0 0 9' },
  success: { tone: 'success.main', path: 'M1.5 6.5 4.5 9.5 10.5 2.5' },
  action_required: { tone: 'warning.main', path: 'M6 1v6.5M6 9.5v1.5' },
  refund_pending: { tone: 'warning.main', path: BACK },
  refunded: { tone: 'text.secondary', path: BACK },
  fail: { tone: 'error.main', path: 'M2 2l8 8M10 2l-8 8' },
  withdrawn: { tone: 'text.secondary', path: 'M1.5 6h9' },
};

/** The server may know a status that this build does not. */
const markOf = (status: OrderStatus) => MARKS[status] ?? { tone: 'text.secondary', path: 'M6 5.5v1' };

export function StatusMark({ status }: { status: OrderStatus }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.875,
        color: markOf(status).tone,
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }}
    >
      <StatusGlyph status={status} />
      {statusLabel(status)}
    </Box>
  );
}

export function StatusGlyph({ status }: { status: OrderStatus }) {
  return <Glyph path={markOf(status).path} />;
}

/** `path` is drawn on 12 by 12. */
export function Glyph({ path }: { path: string }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" style={{ flex: 'none' }}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth={2} />
    </svg>
  );
}
