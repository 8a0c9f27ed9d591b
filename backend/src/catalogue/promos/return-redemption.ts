import type { Commands } from '../../event-sourcing/commands.js';
import { type Origin, Refused } from '../../event-sourcing/decider.js';
import { freshStep } from '../../event-sourcing/origins.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { product } from '../products/product.js';
import { isActive, VoidReservation } from '../products/slots.js';
import { promo, ReturnRedemption } from './promo.js';

interface Redeemed {
  code: string;
  orderId: string;
  productId: string;
  /** code of the refusal that the order's request has heard, which its repeats hear as well */
  refusal?: string;
}

/**
 * Returns a redemption for which no slot is held. The reservation is voided first: another try of the same request may still be
 * on its way to a slot at the percentage that is given back here. Undefined when a slot is held, which keeps its redemption.
 */
export async function returnRedemption(
  commands: Commands,
  { code, orderId, productId, refusal }: Redeemed,
  origin: Origin,
): Promise<Position | undefined> {
  const voiding = new VoidReservation(productId, { orderId, ...(refusal ? { refusal } : {}) }, freshStep(origin));
  const state = await stateAfter(commands, voiding);
  const slot = state?.slots.get(orderId);
  if (state && slot && isActive(state, slot)) return undefined;
  return (await commands.execute(promo, new ReturnRedemption(code, { orderId }, freshStep(origin)))).position;
}

/** Of a product that does not exist: undefined. */
async function stateAfter(commands: Commands, voiding: VoidReservation) {
  try {
    return (await commands.execute(product, voiding)).state;
  } catch (error) {
    if (error instanceof Refused && error.kind === 'not-found') return undefined;
    throw error;
  }
}
