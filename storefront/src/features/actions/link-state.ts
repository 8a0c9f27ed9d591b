import type { ActionView } from '@supreme-access/contract/shapes/orders.js';

/** `confirming`: the bank has approved and the server does not know it yet. */
export type LinkState = 'open' | 'confirming' | 'done' | 'past';

/**
 * The state of what a link is for; people open links again after they were used. `bankSaid` is the `redirect_status`
 * with which Stripe sends people back (https://docs.stripe.com/payments/payment-intents).
 */
export function linkStateOf({ purpose, order }: ActionView, bankSaid: string | null): LinkState {
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
