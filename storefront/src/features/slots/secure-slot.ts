import type { RetailAmount } from '@supreme-access/contract/shapes/primitives.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../api/api.js';
import { encryption } from '../../api/chunks.js';
import type { SendIntent } from '../../api/intent.js';
import { useCountPurchase } from '../analytics/consent.js';
import { codeProblem } from '../cards/code-field.js';
import type { LimitCheck } from './limit-field.js';
import { nextSecure, type Receipt, type SecureOutcome, type SecureState, secureDelay } from './secure-states.js';

export interface SlotInput {
  productId: string;
  style: string;
  size: string;
  profileId: string;
  promoCode?: string;
  limit?: RetailAmount;
}

/** These texts replace an answer of the server that is only a code. */
const WORDS: Record<string, string> = {
  duplicate: 'This profile already holds a slot for this drop. Select another profile.',
  'sold-out': 'All slots are taken. Join the waiting list to get the next one that comes free.',
  'code-required': "Enter your card's security code. We do not keep it for long.",
};

/** Requests the slot. `code` is the card's security code, when it was asked for. */
export async function secureSlot(send: SendIntent, input: SlotInput, code: string): Promise<SecureOutcome> {
  try {
    const { order } = await send<{ order: Receipt }>('/api/checkout/withprofile', [input, code], async () =>
      code ? { ...input, eCode: await (await encryption()).encryptFor('code', { code }) } : input,
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
  if (isAboutLimit(error)) return { ok: false, kind: 'over-limit', message };
  return { ok: false, kind: kinds.find((kind) => kind === error.code) ?? 'refused', message };
}

export function isAboutLimit(error: unknown): boolean {
  return error instanceof ApiError && ['over-limit', 'limit-invalid', 'limit-currency'].includes(error.code);
}

export function refusalText({ code, message, isServerText }: ApiError): string {
  return WORDS[code] ?? (isServerText ? message : TEXTS.checkout);
}

interface Securing {
  /** It outlives the dialog, so that the same input stays the same request. */
  send: SendIntent;
  /** No code is on file, so the dialog asks for it first. */
  needsCode: boolean;
  onLeave(): void;
  onPromoInvalid(): void;
  /** This receives an answer after the dialog was closed. */
  onLate(outcome: SecureOutcome): void;
}

export function useSecureSlot({ send, needsCode, onLeave, onPromoInvalid, onLate }: Securing) {
  const [state, dispatch] = useReducer(nextSecure, { at: 'idle', needsCode } satisfies SecureState);
  const isUnmounted = useIsUnmounted();
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
    const timer = setTimeout(() => dispatch({ type: 'waited' }), delay);
    return () => clearTimeout(timer);
  }, [state]);

  const press = async (input: SlotInput, code: string, checked: LimitCheck) => {
    if (state.at !== 'idle') return;
    if (!checked.ok) return dispatch({ type: 'limit-wrong', message: checked.problem });
    const problem = state.needsCode ? codeProblem(code) : '';
    if (problem) return dispatch({ type: 'code-wrong', message: problem });
    dispatch({ type: 'pressed' });
    const choice = checked.limit ? { ...input, limit: checked.limit } : input;
    const outcome = await secureSlot(send, choice, code);
    dispatch({ type: 'answered', outcome });
    if (isUnmounted.current) onLate(outcome);
    if (outcome.ok) count(outcome.order.orderId);
    else if (outcome.kind === 'promo-invalid') onPromoInvalid();
    // An accepted offer is no longer open.
    for (const key of ['orders', 'products', 'places', 'waitlist']) void client.invalidateQueries({ queryKey: [key] });
  };
  return { state, press, typed: () => dispatch({ type: 'typed' }) };
}

function useIsUnmounted() {
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return isUnmounted;
}
