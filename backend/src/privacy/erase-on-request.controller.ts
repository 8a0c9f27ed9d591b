import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FLAG } from '@supreme-access/contract/shapes/primitives.js';
import { Needs } from '../auth/guard.js';
import { Accounts } from '../customers/accounts/accounts.js';
import { STEP_UP, StepUp, StepUpBody } from '../customers/accounts/step-up.js';
import { Refused } from '../event-sourcing/decider.js';
import { type RequestContext, type Session } from '../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../http/answers.js';
import { BUDGETS, Budget } from '../http/budgets.js';
import { Text } from '../http/fields.js';
import { Context, SignedIn } from '../http/request.js';
import { GuestErasure } from '../orders/guest-erasure.js';
import { ofAccount } from '../orders/order.js';
import { Orders } from '../orders/orders.js';
import { Erasure } from './erasure.worker.js';

class EraseRequestBody extends StepUpBody {
  @Text({ max: 300, description: 'what was asked, for the log, which keeps it for ever: no names, no addresses' })
  reason: string;
}

@ApiTags('admin accounts')
@Controller('api/admin')
@Needs('admin')
export class EraseOnRequestController {
  constructor(
    private readonly accounts: Accounts,
    private readonly orders: Orders,
    private readonly stepUp: StepUp,
    private readonly erasure: Erasure,
    private readonly guests: GuestErasure,
  ) {}

  @Post('accounts/:id/erase')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess({ finished: { ...FLAG, description: 'false: the rest follows within a minute' } })
  @Refuses(
    'invalid',
    'not-found',
    'gone:erased',
    'conflict:own-account',
    'conflict:order-open',
    'conflict:last-admin',
    'unavailable:not-ready',
    ...STEP_UP,
  )
  async eraseAccount(
    @Param('id') id: string,
    @Body() { reason, ...proof }: EraseRequestBody,
    @SignedIn() { accountId }: Session,
    @Context() context: RequestContext,
  ) {
    if (id === accountId) throw ownAccount();
    await this.accounts.unlessDone(id, context.metadata, async () => {
      await this.stepUp.prove(proof, context);
      await this.accounts.open(id);
      await this.erasure.request(id, context.metadata, { reason });
    });
    return { success: true, finished: await this.erasure.complete(id, context.metadata) };
  }

  @Post('orders/:id/erase')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess()
  @Refuses(
    'invalid',
    'not-found',
    'conflict:of-account',
    'conflict:order-open',
    'conflict:release-started',
    'unavailable:erasure-unfinished',
    'unavailable:not-ready',
    ...STEP_UP,
  )
  async eraseGuest(
    @Param('id') id: string,
    @Body() { reason, ...proof }: EraseRequestBody,
    @Context() context: RequestContext,
  ) {
    await this.stepUp.prove(proof, context);
    const { accountId } = await this.orders.find(id);
    if (accountId !== null) throw ofAccount();
    await this.guests.complete(id, context.metadata, { reason });
    return { success: true };
  }
}

function ownAccount(): Refused {
  return new Refused('own-account', 'conflict', 'Erase your own account in the shop, on your account page.');
}
