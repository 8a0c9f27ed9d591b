import { Injectable } from '@nestjs/common';
import type { AcoInput } from '../contract/api-types.js';
import type { Size } from '../contract/limits.js';
import { TEXTS } from '../contract/texts.js';
import { Commands } from '../platform/commands.js';
import { type Origin, Refused } from '../platform/decider.js';
import { BrowserKeys, JweRefused } from '../platform/encryption/browser-keys.js';
import { sizesOf } from '../products/product.js';
import { GuestProfiles } from '../profiles/guest-profiles.js';
import { order } from './decide-order.js';
import { PlaceOrder } from './order-commands.js';
import { OrderDesk } from './order-desk.js';
import { orderOf } from './reservations.js';

interface TestWish {
  email: string;
  name: string;
  productId: string;
  acoDataPayload: string;
}

/** Test orders: no slot, only the sandbox retailer, never charged, left out of reports. */
@Injectable()
export class TestOrders {
  constructor(
    private readonly commands: Commands,
    private readonly desk: OrderDesk,
    private readonly profiles: GuestProfiles,
    private readonly keys: BrowserKeys,
  ) {}

  /** Places one and answers its id. @throws Refused */
  async place({ email, name, productId, acoDataPayload }: TestWish, adminId: string, origin: Origin): Promise<string> {
    const facts = await this.desk.product(productId);
    const asked = { audience: 'aco', commandId: origin.commandId, now: Date.now(), subject: adminId } as const;
    const aco = await this.keys.open<AcoInput>(acoDataPayload, asked).catch((error: unknown) => {
      throw error instanceof JweRefused ? new Refused('aco-invalid', 'invalid', TEXTS.aco) : error;
    });
    const orderId = orderOf(origin, productId);
    const { profileId, revision, cardRecord, codeRecord, poBox } = await this.profiles.save({ orderId, aco, origin });
    const size = (aco.productForm?.size?.toLowerCase() ?? sizesOf(facts)[0] ?? 'os') as Size;
    const data = {
      orderId,
      accountId: null,
      profileId,
      profileRevision: revision,
      cardRecord,
      codeRecord,
      person: '',
      size,
      style: aco.productForm?.style ?? facts.styles[0] ?? '',
      promo: null,
      payer: { customerId: '', paymentMethodId: '' },
      fallback: true,
      poBox,
      productId,
      productTitle: facts.productTitle,
      slotNumber: null,
      price: facts.price,
      listPrice: facts.price,
      currency: facts.currency,
      reservedAt: this.desk.now(),
      livemode: false,
      subject: `guest-${orderId}`,
      personal: { email, name },
    };
    await this.commands.execute(order, new PlaceOrder(orderId, data, origin));
    return orderId;
  }
}
