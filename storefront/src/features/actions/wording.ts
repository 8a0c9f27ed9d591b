import type { ActionPurpose, OpenFee } from '@supreme-access/contract/shapes/orders.js';
import type { LinkState } from './link-state.js';

interface Wording {
  button: string;
  lead: string;
  titles: Record<LinkState, string>;
}

const CONFIRMING = 'One moment.';

/** The mail uses the same sentences. */
export const FEE_LEADS: Record<OpenFee['why'], string> = {
  declined: 'We got it, but your card was declined for the service fee. Pay with another card.',
  authenticate: 'We got it. Your bank wants you to confirm the service fee. Confirm it, or pay with another card.',
  expired: 'We got it, but your card has expired, so the service fee could not be charged. Pay with another card.',
};

export const WORDING: Record<ActionPurpose, Wording> = {
  fee: {
    button: 'Pay the Fee',
    lead: 'We got it, and the service fee is not paid yet.',
    titles: {
      open: 'Payment needed.',
      confirming: CONFIRMING,
      done: 'Thank you. The fee is paid.',
      past: 'There is nothing to pay.',
    },
  },
  withdraw: {
    button: 'Withdraw Slot',
    lead: 'You can withdraw it until reservations close. You are not charged then, and somebody else can take it.',
    titles: {
      open: 'Your slot.',
      confirming: CONFIRMING,
      done: 'The slot is withdrawn. You were not charged.',
      past: 'Your order.',
    },
  },
  verify: {
    button: 'Verify Email',
    lead: 'Confirm that this address is yours. You are logged out everywhere else.',
    titles: {
      open: 'Verify your email.',
      confirming: CONFIRMING,
      done: 'Your email is verified.',
      past: 'Your email is verified.',
    },
  },
  undo: {
    button: 'Undo the Change',
    lead: 'Your account goes back to this address. Passwords and one-time codes set since then stop working, and everyone is logged out.',
    titles: {
      open: 'Undo the new email?',
      confirming: CONFIRMING,
      done: 'The change is undone.',
      past: 'The change is undone.',
    },
  },
};
