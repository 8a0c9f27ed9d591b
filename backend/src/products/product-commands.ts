import { Command } from '../platform/decider.js';
import type { ProductFacts, SlotRequest } from './product.js';

/** What can be asked of a product and its slots. */

export class CreateProduct extends Command<ProductFacts> {
  readonly type = 'CreateProduct';
}
export class EditProduct extends Command<Partial<ProductFacts>> {
  readonly type = 'EditProduct';
}
/** `openOrders`: orders of this product that still move, as the read model counts them. */
export class DelistProduct extends Command<{ openOrders: number }> {
  readonly type = 'DelistProduct';
}
/** `keyed`: the caller sent an Idempotency-Key, so a second order is meant as one. */
export class ReserveSlot extends Command<
  SlotRequest & { subject: string; keyed: boolean; personal: { email: string; name: string } }
> {
  readonly type = 'ReserveSlot';
}
export class ReleaseSlot extends Command<{ orderId: string; reason: string }> {
  readonly type = 'ReleaseSlot';
}
export class VoidReservation extends Command<{ orderId: string }> {
  readonly type = 'VoidReservation';
}
export class StartRelease extends Command<{ by: 'clock' | 'hand' }> {
  readonly type = 'StartRelease';
}
export class FinishRelease extends Command<Record<string, never>> {
  readonly type = 'FinishRelease';
}
export class CancelDrop extends Command<{ reason: string }> {
  readonly type = 'CancelDrop';
}
/** `move`: which of the release's moves they were told of. */
export class TellHolders extends Command<{ move: number }> {
  readonly type = 'TellHolders';
}
export type ProductCommand =
  | CreateProduct
  | EditProduct
  | DelistProduct
  | ReserveSlot
  | ReleaseSlot
  | VoidReservation
  | StartRelease
  | FinishRelease
  | CancelDrop
  | TellHolders;
