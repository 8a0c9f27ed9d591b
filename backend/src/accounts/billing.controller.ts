import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import { Open } from '../platform/auth/guard.js';
import { Answers, AnswersSuccess, objectOf, Refuses } from '../platform/http/answers.js';
import { type Asked, Asks, type Session, SignedIn } from '../platform/http/request.js';
import { CHANGED_ACCOUNT } from './account-answers.js';
import { AccountReader } from './account-reader.js';
import { Billing } from './billing.js';
import { CardTokens } from './card-tokens.js';
import { GuestCardGuard } from './guest-card-guard.js';
import { BillingBody, CardBody } from './requests.js';

const TOKENS = { rateLimit: { max: 3_000, timeWindow: '10 minutes' } };

/** Where bills go and which card pays the fees. Nothing is charged here. */
@ApiTags('account')
@Controller('api/user/billing')
export class BillingController {
  constructor(
    private readonly billing: Billing,
    private readonly tokens: CardTokens,
    private readonly reader: AccountReader,
  ) {}

  /** The address, the card behind a token, or both. */
  @Post('set')
  @Answers(CHANGED_ACCOUNT)
  @Refuses(
    'invalid',
    'invalid:address-invalid',
    'invalid:card-invalid',
    'gone:erased',
    'too-many',
    'unavailable:card-unknown',
  )
  async set(@Body() { billingAddress, token }: BillingBody, @SignedIn() { accountId }: Session, @Asks() asked: Asked) {
    await this.billing.set(accountId, billingAddress ?? null, token || null, asked.origin);
    return { success: true, ...(await this.reader.info(accountId)) };
  }

  /** Exchanges encrypted card data for a provider's token. Guests may too, for a purchase without an account. */
  @Open()
  @UseGuards(GuestCardGuard)
  @Post('genToken')
  @AnswersSuccess({ token: objectOf({ id: { type: 'string' } }) })
  @Refuses(
    'invalid',
    'invalid:card-invalid',
    'unauthorized',
    'forbidden:card-relay-off',
    'too-many',
    'unavailable:card-unknown',
  )
  @RouteConfig(TOKENS)
  async genToken(@Body() { card }: CardBody, @Asks() { session, origin }: Asked) {
    return { success: true, token: { id: await this.tokens.make(card, session?.accountId ?? null, origin) } };
  }
}
