import { TEXTS } from '@supreme-access/contract/texts.js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../api/api.js';
import { encryption } from '../../api/encryption.js';
import type { SendIntent } from '../../api/intent.js';
import { useCountPurchase } from '../analytics/count-purchase.js';
import { codeProblem } from '../cards/code-field.js';
import { nextSecure, type Receipt, type SecureOutcome, type SecureState, secureDelay } from './secure-states.js';

export interface SlotWish {
  productId: string;
  style: string;
  size: string;
  profileId: string;
  promoCode?: string;
}

/** what people read where the server's own text is a bare word */
const WORDS: Record<string, string> = {
  duplicate: 'This profile already holds a slot for this drop. Select another profile.',
  'sold-out': 'All slots are taken. Join the waiting list to get the next one that comes free.',
  'code-required': "Enter your card's security code. We do not keep it for long.",
};

/** Asks for the slot and names what came of it. `code` is the card's security code, when it was asked for. */
export async function secureSlot(send: SendIntent, wish: SlotWish, code: string): Promise<SecureOutcome> {
  try {
    const { order } = await send<{ order: Receipt }>('/api/checkout/withprofile', [wish, code], async () =>
      code ? { ...wish, eCode: await (await encryption()).encryptFor('code', { code }) } : wish,
    );
    return { ok: true, order };
  } catch (error) {
    return toRefusal(error);
  }
}

function toRefusal(error: unknown): SecureOutcome {
  if (!(error instanceof ApiError)) return { ok: false, kind: 'refused', message: TEXTS.checkout };
  const message = refusalText(error);
  const kinds = ['duplicate', 'code-required', 'promo-invalid'] as const;
  return { ok: false, kind: kinds.find((kind) => kind === error.code) ?? 'refused', message };
}

export function refusalText({ code, message, told }: ApiError): string {
  return WORDS[code] ?? (told ? message : TEXTS.checkout);
}

interface Securing {
  /** outlives whoever asks: asked again, the same wish is the same request */
  send: SendIntent;
  /** no code is on file: it is asked for beforehand */
  codeAsked: boolean;
  onLeave(): void;
  onPromoInvalid(): void;
  /** the answer that comes when nobody looks at the ticket any more */
  onLate(outcome: SecureOutcome): void;
}

export function useSecureSlot({ send, codeAsked, onLeave, onPromoInvalid, onLate }: Securing) {
  const [state, tell] = useReducer(nextSecure, { at: 'idle', codeAsked } satisfies SecureState);
  const gone = useGone();
  const count = useCountPurchase();
  const client = useQueryClient();
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    if (state.at === 'left') leave.current();
    const delay = secureDelay(state);
    if (delay === null) return;
    const timer = setTimeout(() => tell({ type: 'waited' }), delay);
    return () => clearTimeout(timer);
  }, [state]);

  const press = async (wish: SlotWish, code: string) => {
    if (state.at !== 'idle') return;
    const wrong = state.codeAsked ? codeProblem(code) : '';
    if (wrong) return tell({ type: 'code-wrong', message: wrong });
    tell({ type: 'pressed' });
    const outcome = await secureSlot(send, wish, code);
    tell({ type: 'answered', outcome });
    if (gone.current) onLate(outcome);
    if (outcome.ok) count(outcome.order.orderId);
    else if (outcome.kind === 'promo-invalid') onPromoInvalid();
    // an offer that was taken is one no more
    for (const key of ['orders', 'products', 'places']) void client.invalidateQueries({ queryKey: [key] });
  };
  return { state, press, typed: () => tell({ type: 'typed' }) };
}

function useGone() {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return gone;
}
