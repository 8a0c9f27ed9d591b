import type { ActionView } from '@supreme-access/contract/shapes/orders.js';

/** open: waits for the holder of the link; confirming: the bank has said yes and we have not heard of it yet */
export type Standing = 'open' | 'confirming' | 'done' | 'past';

/**
 * Where the thing that a link is for stands: links stay in mailboxes after they were used. `bankSaid` is the
 * `redirect_status` with which the payment provider sends people back (https://docs.stripe.com/payments/payment-intents).
 */
export function standingOf({ purpose, order }: ActionView, bankSaid: string | null): Standing {
  if (!order) return 'open';
  const { status } = order;
  switch (purpose) {
    case 'fee':
      if (status === 'action_required') return bankSaid === 'succeeded' ? 'confirming' : 'open';
      return status === 'success' ? 'done' : 'past';
    case 'withdraw':
      if (status === 'pending') return 'open';
      return status === 'withdrawn' ? 'done' : 'past';
    case 'verify':
    case 'undo':
      return 'open';
  }
}
