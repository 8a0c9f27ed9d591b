import type { ActionPurpose } from '@supreme-access/contract/api-types.js';
import type { Standing } from './standing.js';

interface Wording {
  button: string;
  lead: string;
  titles: Record<Standing, string>;
}

const CONFIRMING = 'One moment.';

export const WORDING: Record<ActionPurpose, Wording> = {
  fee: {
    button: 'Try My Card Again',
    lead: 'We bought it, but your bank did not allow the service fee. Ask your bank again, or pay with another card.',
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
    lead: 'Your account goes back to this address, and every session is ended. Set a new password afterwards.',
    titles: {
      open: 'Undo the new email?',
      confirming: CONFIRMING,
      done: 'The change is undone. Login with this address.',
      past: 'The change is undone.',
    },
  },
};
