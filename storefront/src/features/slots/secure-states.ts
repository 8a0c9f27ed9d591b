import { DELAYS } from '@supreme-access/contract/limits.js';

export interface Receipt {
  orderId: string;
  price: number;
  productTitle: string;
  style: string;
  slotNumber?: number | null;
  orderDate?: string;
}

export type SecureOutcome =
  | { ok: true; order: Receipt }
  | { ok: false; kind: 'duplicate' | 'code-required' | 'over-limit' | 'promo-invalid' | 'refused'; message: string };

export type SecureState =
  | { at: 'idle'; notice?: string; needsCode?: boolean; codeNotice?: string; limitNotice?: string }
  | { at: 'securing'; needsCode?: boolean }
  | { at: 'secured' | 'redirecting' | 'left'; order: Receipt }
  | { at: 'duplicate' | 'failed'; notice: string; needsCode?: boolean };

export type SecureEvent =
  | { type: 'pressed' }
  | { type: 'typed' }
  | { type: 'code-wrong'; message: string }
  | { type: 'limit-wrong'; message: string }
  | { type: 'answered'; outcome: SecureOutcome }
  | { type: 'waited' };

export function nextSecure(state: SecureState, event: SecureEvent): SecureState {
  switch (event.type) {
    case 'pressed':
      return state.at === 'idle' ? { at: 'securing', needsCode: state.needsCode } : state;
    case 'typed':
      return state.at === 'idle' ? { at: 'idle', needsCode: state.needsCode } : state;
    case 'code-wrong':
      return state.at === 'idle' ? { at: 'idle', needsCode: true, codeNotice: event.message } : state;
    case 'limit-wrong':
      return state.at === 'idle' ? { at: 'idle', needsCode: state.needsCode, limitNotice: event.message } : state;
    case 'answered':
      return state.at === 'securing' ? answered(event.outcome, state.needsCode) : state;
    case 'waited':
      return waited(state);
  }
}

function answered(outcome: SecureOutcome, needsCode?: boolean): SecureState {
  if (outcome.ok) return { at: 'secured', order: outcome.order };
  switch (outcome.kind) {
    case 'duplicate':
      return { at: 'duplicate', notice: outcome.message, needsCode };
    case 'code-required':
      return { at: 'idle', needsCode: true, codeNotice: outcome.message };
    case 'over-limit':
      return { at: 'idle', needsCode, limitNotice: outcome.message };
    case 'promo-invalid':
    case 'refused':
      return { at: 'failed', notice: outcome.message, needsCode };
  }
}

function waited(state: SecureState): SecureState {
  switch (state.at) {
    case 'secured':
      return { at: 'redirecting', order: state.order };
    case 'redirecting':
      return { at: 'left', order: state.order };
    case 'duplicate':
    case 'failed':
      return { at: 'idle', notice: state.notice, needsCode: state.needsCode };
    case 'idle':
    case 'securing':
    case 'left':
      return state;
  }
}

export function secureLabel({ at }: SecureState): string {
  switch (at) {
    case 'idle':
      return 'Secure Now';
    case 'securing':
      return 'Securing...';
    case 'secured':
      return 'Secured.';
    case 'redirecting':
    case 'left':
      return 'Redirecting...';
    case 'duplicate':
      return 'Select New Profile';
    case 'failed':
      return 'Error. Refresh.';
  }
}

export function secureTitle({ at }: SecureState): string {
  switch (at) {
    case 'idle':
      return 'Confirm Slot.';
    case 'securing':
      return 'Securing Your Slot.';
    case 'secured':
    case 'redirecting':
    case 'left':
      return 'The Slot Is Yours.';
    case 'duplicate':
      return 'Another Profile, Please.';
    case 'failed':
      return 'Not Secured.';
  }
}

/** How long a state lasts before 'waited', ms; null when it waits for an input or an answer. */
export function secureDelay({ at }: SecureState): number | null {
  switch (at) {
    case 'secured':
    case 'redirecting':
      return DELAYS.shopRedirect;
    case 'duplicate':
    case 'failed':
      return DELAYS.shopButtonReset;
    case 'idle':
    case 'securing':
    case 'left':
      return null;
  }
}
