import { Injectable } from '@nestjs/common';
import { cleanLine } from '@supreme-access/contract/clean-text.js';
import { sizesOf } from '@supreme-access/contract/limits.js';
import type { ProductFacts } from '../catalogue/products/product.js';
import { agreedLimit } from '../catalogue/products/retail.js';
import { InjectClock } from '../config/tokens.js';
import { GuestProfiles } from '../customers/profiles/guest-profiles.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { order, PlaceOrder } from '../orders/order.js';
import { Orders } from '../orders/orders.js';
import { AcoPayloads, type OpenedAco } from './aco-payloads.js';
import { orderOf } from './reservations.js';

interface TestOrderInput {
  email: string;
  name: string;
  productId: string;
  acoDataPayload: string;
}

/** Test orders take no slot, use the sandbox retailer, and are never charged or reported. */
@Injectable()
export class TestOrders {
  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly profiles: GuestProfiles,
    private readonly payloads: AcoPayloads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async place(
    { email, name, productId, acoDataPayload }: TestOrderInput,
    adminId: string,
    metadata: CommandMetadata,
  ): Promise<string> {
    const facts = await this.orders.product(productId);
    const opened = await this.payloads.ofAccount(acoDataPayload, adminId, metadata);
    const chosen = choiceOf(opened, facts);
    const orderId = orderOf(metadata, productId);
    const { aco } = opened;
    const codeless = facts.means === 'token';
    const limit = agreedLimit(undefined, facts);
    const saved = await this.profiles.save({ orderId, aco, codeless, metadata });
    const { profileId, revision, cardRecord, codeRecord, poBox, streetConfirmed } = saved;
    const { productTitle, price, currency } = facts;
    const data = {
      ...chosen,
      orderId,
      accountId: null,
      profileId,
      profileRevision: revision,
      cardRecord,
      codeRecord,
      person: '',
      promo: null,
      payer: { customerId: '', paymentMethodId: '' },
      fallback: true,
      poBox,
      ...(streetConfirmed && { streetConfirmed }),
      productId,
      productTitle,
      slotNumber: null,
      price,
      listPrice: price,
      currency,
      ...(limit && { limit }),
      ...(codeless && { means: 'token' as const }),
      reservedAt: this.clock(),
      livemode: false,
      subject: `guest-${orderId}`,
      personal: { email, name },
    };
    await this.commands.execute(order, new PlaceOrder(orderId, data, metadata));
    return orderId;
  }
}

function choiceOf({ size, style }: OpenedAco, facts: ProductFacts) {
  const sizes = sizesOf(facts);
  const chosenSize = sizes.find((one) => size === '' || one === size.toLowerCase());
  const chosenStyle = facts.styles.find((one) => style === '' || one === style || cleanLine(one) === style);
  if (chosenSize === undefined) throw new Refused('size-unknown', 'invalid', 'Please choose a size.');
  if (chosenStyle === undefined) throw new Refused('style-unknown', 'invalid', 'Please choose a style.');
  return { size: chosenSize, style: chosenStyle };
}
