import { Body, Controller, Get, Header, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Size } from '@supreme-access/contract/limits.js';
import { priceOf } from '@supreme-access/contract/money.js';
import { MaskedCheckoutData, WHOLE_CHECKOUT_DATA } from '@supreme-access/contract/shapes/orders.js';
import { Needs } from '../auth/guard.js';
import { STEP_UP, StepUp, StepUpBody } from '../customers/accounts/step-up.js';
import { type BuyerData, CheckoutDataReader } from '../customers/profiles/checkout-data.js';
import { derivedMetadata, systemStep } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import type { CommandMetadata } from '../event-sourcing/decider.js';
import { type RequestContext } from '../event-sourcing/requester.js';
import { Answers, AnswersSuccess, Refuses } from '../http/answers.js';
import { Text } from '../http/fields.js';
import { ReadsPersonal } from '../http/personal-reads.js';
import { Context } from '../http/request.js';
import { acoGone, order, RecordAcoAccess } from './order.js';
import { isEnded } from './order-status.js';
import { Orders } from './orders.js';
import type { OrderDoc } from './orders.projection.js';

export class AcoBody extends StepUpBody {
  @Text({ max: 300 })
  reason: string;
}

/** The download masks auto-checkout data; complete data requires a step-up and a reason. */
@ApiTags('admin orders')
@Needs('admin')
@Refuses('not-found', 'gone:aco-gone')
@Controller('api/admin')
export class AcoController {
  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly data: CheckoutDataReader,
    private readonly stepUp: StepUp,
  ) {}

  /** Shows the last four digits of the card. Answers 410 once the order has ended. */
  @ReadsPersonal('order')
  @Get('aco/getJSON/:orderId')
  @Answers(MaskedCheckoutData)
  @Header('cache-control', 'no-store')
  async masked(@Param('orderId') orderId: string, @Context() { metadata }: RequestContext) {
    const doc = await this.orders.find(orderId);
    const { card, ...rest } = await this.load(doc, metadata);
    const { name, number, month, year } = card;
    return { productForm: productForm(doc), ...rest, card: { name, number: `**** ${number.slice(-4)}`, month, year } };
  }

  /** Returns everything except the security code, and appends AcoDataAccessed with the reason. */
  @Post('orders/:id/aco')
  @AnswersSuccess(WHOLE_CHECKOUT_DATA)
  @Refuses(...STEP_UP)
  @Header('cache-control', 'no-store')
  async whole(@Param('id') id: string, @Body() { reason, ...proof }: AcoBody, @Context() context: RequestContext) {
    const doc = await this.orders.find(id);
    // A fresh command id requires a new step-up and a new event per answer, even under a repeated key.
    await this.stepUp.prove(proof, { ...context, metadata: derivedMetadata(context.metadata) });
    const data = await this.load(doc, context.metadata);
    await this.commands.execute(order, new RecordAcoAccess(id, { reason }, derivedMetadata(context.metadata)));
    return { success: true, productForm: productForm(doc), ...data };
  }

  private async load({ orderId }: OrderDoc, metadata: CommandMetadata): Promise<BuyerData> {
    await this.orders.place(orderId, systemStep('aco', metadata));
    const state = await this.commands.state(order, orderId);
    if (isEnded(state) || !state.placed) throw acoGone();
    const data = await this.data.buyer(state.placed);
    if (data === 'gone') throw acoGone();
    return data;
  }
}

function productForm({ productId, productTitle, style, size, price }: OrderDoc) {
  return { id: productId, title: productTitle, style, size: size as Size, price: priceOf(price) };
}
