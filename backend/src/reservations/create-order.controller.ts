import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UnitAmount } from '@supreme-access/contract/currencies.js';
import { parsePrice } from '@supreme-access/contract/money.js';
import { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Needs } from '../auth/guard.js';
import type { Slot } from '../catalogue/products/slots.js';
import { systemStep } from '../event-sourcing/command-metadata.js';
import { Refused } from '../event-sourcing/decider.js';
import { type RequestContext, type Session } from '../event-sourcing/requester.js';
import { Answers, AnswersSuccess, Refuses } from '../http/answers.js';
import { Amount, Email, Encrypted, Flag, Price, Text } from '../http/fields.js';
import { Context, SignedIn } from '../http/request.js';
import { Says } from '../http/validation.js';
import { isStoreAway } from '../jobs/retries.js';
import { OrderViews } from '../orders/order-views.js';
import { Orders } from '../orders/orders.js';
import { CHECKOUT_TEXTS, LIMIT_MISTAKE, NO_SLOT } from './checkout.controller.js';
import { GuestCheckout } from './guest-checkout.js';
import { TestOrders } from './test-orders.js';

const PRICE_TEXT = 'The price must be 0 to 1,000,000, with at most two decimals.';

@Says(TEXTS.insufficient, { ...CHECKOUT_TEXTS, price: PRICE_TEXT })
export class CreateOrderBody {
  @Email()
  email: string;
  @Text()
  name: string;
  @Text({ max: 100 })
  productId: string;
  @Text({ max: 200 })
  stripeToken: string;
  @Price({ optional: true, description: "the server's price when absent" })
  price?: number | null;
  @Text({ max: 200, optional: true, blank: true })
  productTitle?: string | null;
  @Encrypted({ description: "auto-checkout data (aud 'aco', sub the admin)" })
  acoDataPayload: string;
  @Text({ max: 300, optional: true, blank: true, description: "required when the price differs from the product's" })
  reason?: string | null;
  @Amount({
    optional: true,
    description: "the most that may be paid at the retailer; the product's default limit when left out",
    mistake: LIMIT_MISTAKE,
  })
  limit?: UnitAmount | null;
  @Flag({ optional: true, description: 'false: a test order; takes no slot, goes to the sandbox, is never charged' })
  livemode?: boolean | null;
}

/** An admin makes these orders for someone. A price other than the product's is an event with its reason. */
@ApiTags('admin orders')
@Needs('admin')
@Refuses(
  'invalid:aco-invalid',
  'invalid:card-invalid',
  'invalid:reason-required',
  'not-found',
  'gone:aco-gone',
  ...NO_SLOT,
)
@Controller('api/admin/orders')
export class CreateOrderController {
  constructor(
    private readonly guests: GuestCheckout,
    private readonly tests: TestOrders,
    private readonly orders: Orders,
    private readonly views: OrderViews,
  ) {}

  @Post('create')
  @AnswersSuccess({ order: AdminOrder })
  async create(@Body() body: CreateOrderBody, @SignedIn() { accountId }: Session, @Context() context: RequestContext) {
    return { success: true, order: await this.make(body, accountId, context) };
  }

  @Post()
  @Answers(AdminOrder)
  async record(@Body() body: CreateOrderBody, @SignedIn() { accountId }: Session, @Context() context: RequestContext) {
    return this.make(body, accountId, context);
  }

  private async make(body: CreateOrderBody, adminId: string, context: RequestContext) {
    if (body.livemode === false)
      return this.views.freshForStaff(await this.tests.place(body, adminId, context.metadata));
    const input = { ...body, agreed: await this.agreed(body) };
    const slot = await this.guests.reserve(input, context, adminId);
    const { orderId } = slot;
    // The owner sees the order at once; a worker places it after an outage of a store.
    const placing = this.orders.place(orderId, systemStep('place-order', context.metadata), slot);
    await placing.catch((error: unknown) => {
      if (!isStoreAway(error)) throw error;
    });
    return this.views.freshForStaff(orderId);
  }

  private async agreed({ price, productId, reason }: CreateOrderBody): Promise<Slot['agreed']> {
    const product = await this.orders.product(productId);
    const requestedPrice = price === undefined || price === null ? null : parsePrice(price);
    if (requestedPrice === null || requestedPrice === product.price) return undefined;
    if (!reason)
      throw new Refused('reason-required', 'invalid', "A price that differs from the product's needs a reason.");
    return { price: requestedPrice, reason };
  }
}
