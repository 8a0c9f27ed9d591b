import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UnitAmount } from '@supreme-access/contract/currencies.js';
import { priceOf } from '@supreme-access/contract/money.js';
import { ReservedOrder } from '@supreme-access/contract/shapes/orders.js';
import { TEXT } from '@supreme-access/contract/shapes/primitives.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Open } from '../auth/guard.js';
import type { Slot } from '../catalogue/products/slots.js';
import { Refused } from '../event-sourcing/decider.js';
import { type RequestContext, type Session } from '../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../http/answers.js';
import { Direct } from '../http/direct-routes.js';
import { Amount, Email, Encrypted, Text } from '../http/fields.js';
import { Context, SignedIn } from '../http/request.js';
import { Says } from '../http/validation.js';
import { GuestCheckout } from './guest-checkout.js';
import { GuestPage } from './guest-page.js';
import { ProfileCheckout } from './profile-checkout.js';

export const CHECKOUT_TEXTS = {
  email: { missing: TEXTS.emailRequired, wrong: TEXTS.email },
  name: TEXTS.nameRequired,
  acoDataPayload: TEXTS.aco,
} as const;

export const LIMIT_MISTAKE = {
  code: 'limit-invalid',
  text: 'Please enter your limit as an amount above 0 in the currency of the retail price.',
} as const;

@Says(TEXTS.insufficient)
export class WithProfileBody {
  @Text({ max: 100 })
  productId: string;
  @Text({ max: 60 })
  style: string;
  @Text({ max: 10 })
  size: string;
  @Text({ max: 100 })
  profileId: string;
  @Text({ max: 60, optional: true, blank: true })
  promoCode?: string | null;
  @Encrypted({ optional: true, description: "the card's security code (aud 'code'), when none is on file" })
  eCode?: string | null;
  @Amount({
    optional: true,
    description: "the most that may be paid at the retailer; the product's default limit when left out",
    mistake: LIMIT_MISTAKE,
  })
  limit?: UnitAmount | null;
}

@Says(TEXTS.insufficient, CHECKOUT_TEXTS)
export class CompleteUserBody {
  @Email()
  email: string;
  @Text()
  name: string;
  @Text({ max: 100 })
  productId: string;
  @Text({ max: 200 })
  stripeToken: string;
  @Encrypted({ description: "auto-checkout data (aud 'aco'; sub absent, or the account's that is signed in)" })
  acoDataPayload: string;
  @Text({ max: 60, optional: true, blank: true })
  promoCode?: string | null;
  @Amount({
    optional: true,
    description: "the most that may be paid at the retailer; the product's default limit when left out",
    mistake: LIMIT_MISTAKE,
  })
  limit?: UnitAmount | null;
}

export const NO_SLOT = [
  'invalid:size-unknown',
  'invalid:style-unknown',
  'invalid:promo-invalid',
  'invalid:limit-invalid',
  'invalid:limit-currency',
  'conflict:over-limit',
  'conflict:sold-out',
  'conflict:duplicate',
  'conflict:limit-per-account',
  'conflict:unavailable',
  'conflict:reservations-closed',
  'conflict:reservation-expired',
] as const;

@ApiTags('checkout')
@Controller('api/checkout')
export class CheckoutController {
  constructor(
    private readonly withProfile: ProfileCheckout,
    private readonly asGuest: GuestCheckout,
    private readonly page: GuestPage,
  ) {}

  /** Reserves a slot with a saved profile; the card is charged only after success. */
  @Post('withprofile')
  @Direct()
  @AnswersSuccess({ order: ReservedOrder })
  @Refuses('invalid:insufficient-data', 'invalid:code-required', 'invalid:card-invalid', 'not-found', ...NO_SLOT)
  async profile(@Body() body: WithProfileBody, @SignedIn() { accountId }: Session, @Context() context: RequestContext) {
    return reserved(await this.withProfile.reserve(accountId, body, context));
  }

  /** Reserves a slot without a saved profile, for guest or account. `link`: the order's signed page, also mailed. */
  @Open()
  @Post('completeuser')
  @AnswersSuccess({ order: ReservedOrder, link: TEXT })
  @Refuses(
    'invalid:aco-invalid',
    'invalid:card-invalid',
    'unauthorized',
    'not-found',
    'gone:aco-gone',
    'too-many',
    'unavailable:card-unknown',
    ...NO_SLOT,
  )
  async guest(
    @Body() body: CompleteUserBody,
    @Context() context: RequestContext,
    @Headers('authorization') sent?: string,
  ) {
    // After an expired session the order would be a guest's, and the shopper would not find it.
    if (context.session === null && sent?.startsWith('Bearer ')) {
      throw new Refused('unauthorized', 'unauthorized', 'Please log in.');
    }
    const slot = await this.asGuest.reserve(body, context);
    return { ...reserved(slot), link: await this.page.of(slot) };
  }
}

function reserved({ orderId, price, reservedAt, productId, productTitle, style, size, slotNumber }: Slot) {
  const facts = { productId, productTitle, style, size, slotNumber };
  const orderDate = new Date(reservedAt).toISOString();
  return { success: true, order: { orderId, price: priceOf(price), ...facts, orderDate } };
}
