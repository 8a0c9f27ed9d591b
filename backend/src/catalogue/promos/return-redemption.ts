import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import type { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { product } from '../products/product.js';
import { isActive, VoidReservation } from '../products/slots.js';
import { promo, ReturnRedemption } from './promo.js';

interface Redeemed {
  code: string;
  orderId: string;
  productId: string;
  /** code of the refusal, which repeated requests receive */
  refusal?: string;
}

/** Voids the reservation first: a retry could still reserve a slot at the discount. Undefined: a slot is held. */
export async function returnRedemption(
  commands: Commands,
  { code, orderId, productId, refusal }: Redeemed,
  metadata: CommandMetadata,
): Promise<Position | undefined> {
  const voiding = new VoidReservation(
    productId,
    { orderId, ...(refusal ? { refusal } : {}) },
    derivedMetadata(metadata),
  );
  const state = await stateAfter(commands, voiding);
  const slot = state?.slots.get(orderId);
  if (state && slot && isActive(state, slot)) return undefined;
  return (await commands.execute(promo, new ReturnRedemption(code, { orderId }, derivedMetadata(metadata)))).position;
}

async function stateAfter(commands: Commands, voiding: VoidReservation) {
  try {
    return (await commands.execute(product, voiding)).state;
  } catch (error) {
    if (error instanceof Refused && error.kind === 'not-found') return undefined;
    throw error;
  }
}
