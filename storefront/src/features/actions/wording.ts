import type { ActionPurpose, OpenFee } from '@supreme-access/contract/action-types.js';
import type { Standing } from './standing.js';

interface Wording {
  button: string;
  lead: string;
  titles: Record<Standing, string>;
}

const CONFIRMING = 'One moment.';

/** The same as the mail that asked for it. */
export const FEE_LEADS: Record<OpenFee['why'], string> = {
  declined: 'We bought it, but your card was declined for the service fee. Pay with another card.',
  authenticate: 'We bought it. Your bank wants you to confirm the service fee. Confirm it, or pay with another card.',
  expired: 'We bought it, but your card has expired, so the service fee could not be charged. Pay with another card.',
};

export const WORDING: Record<ActionPurpose, Wording> = {
  fee: {
    button: 'Pay the Fee',
    lead: 'We bought it, and the service fee is still open.',
    titles: {
      open: 'Your order needs you.',
      confirming: CONFIRMING,
      done: 'Thank you. The fee is paid.',
      past: 'Nothing is left to pay.',
    },
  },
  withdraw: {
    button: 'Withdraw Slot',
    lead: 'You may give the slot back until the release. Somebody else may take it then. You are not charged.',
    titles: {
      open: 'Your slot.',
      confirming: CONFIRMING,
      done: 'The slot is withdrawn. You were not charged.',
      past: 'Your order.',
    },
  },
  verify: {
    button: 'Verify Email',
    lead: 'Tell us that this address is yours. Every other session of the account ends with it.',
    titles: {
      open: 'Verify your email.',
      confirming: CONFIRMING,
      done: 'Your email is verified.',
      past: 'Your email is verified.',
    },
  },
  undo: {
    button: 'Undo the Change',
    lead: 'Your account goes back to this address. Sessions, passwords and one-time codes of since then end.',
    titles: {
      open: 'Undo the new email?',
      confirming: CONFIRMING,
      done: 'The change is undone.',
      past: 'The change is undone.',
    },
  },
};
