import { TEXTS } from '@supreme-access/contract/texts.js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../api/api.js';
import { encryption } from '../../api/encryption.js';
import { type SendIntent, useIntent } from '../../api/intent.js';
import { useCountPurchase } from '../analytics/count-purchase.js';
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
  duplicate: 'You already hold a slot for this drop. Select another profile.',
  'sold-out': 'All slots are taken. Look again: one comes free when somebody withdraws.',
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

export function useSecureSlot(onLeave: () => void, onPromoInvalid: () => void) {
  const [state, tell] = useReducer(nextSecure, { at: 'idle' } satisfies SecureState);
  const send = useIntent();
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
    tell({ type: 'pressed' });
    const outcome = await secureSlot(send, wish, code);
    tell({ type: 'answered', outcome });
    if (outcome.ok) count(outcome.order.orderId);
    else if (outcome.kind === 'promo-invalid') onPromoInvalid();
    void client.invalidateQueries({ queryKey: ['orders'] });
    void client.invalidateQueries({ queryKey: ['products'] });
  };
  return { state, press };
}
