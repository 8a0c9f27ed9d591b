import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FLAG, FREE_FORM } from '@supreme-access/contract/shapes/primitives.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Accounts } from '../customers/accounts/accounts.js';
import { CODE, PASSWORD } from '../customers/accounts/passwords.js';
import { STEP_UP, StepUp } from '../customers/accounts/step-up.js';
import { PersonalData } from '../event-sourcing/personal-data.js';
import { RepeatedSecrets } from '../event-sourcing/repeated-secrets.js';
import { type RequestContext, type Session } from '../event-sourcing/requester.js';
import { Answers, AnswersSuccess, Refuses } from '../http/answers.js';
import { BUDGETS, Budget } from '../http/budgets.js';
import { Text } from '../http/fields.js';
import { Context, SignedIn } from '../http/request.js';
import { Says } from '../http/validation.js';
import { Erasure } from './erasure.worker.js';

@Says(TEXTS.form)
export class EraseBody {
  @Text(PASSWORD)
  password: string;
  @Text({ ...CODE, optional: true, blank: true })
  otp?: string | null;
}

@ApiTags('account')
@Controller('api/user')
export class PersonalDataController {
  constructor(
    private readonly accounts: Accounts,
    private readonly holders: PersonalData,
    private readonly stepUp: StepUp,
    private readonly erasure: Erasure,
    private readonly repeats: RepeatedSecrets,
  ) {}

  @Get('export')
  @Budget(BUDGETS.stream)
  @Refuses('unavailable:not-ready')
  @Answers({ ...FREE_FORM, description: 'account, profiles, orders' })
  async everything(@SignedIn() { accountId }: Session) {
    await this.accounts.settled();
    return this.holders.collect(accountId);
  }

  @Post('erase')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess({ finished: { ...FLAG, description: 'false: the rest follows within a minute' } })
  @Refuses('invalid', 'conflict:order-open', 'conflict:last-admin', 'unavailable:not-ready', ...STEP_UP)
  async erase(@Body() proof: EraseBody, @SignedIn() { accountId }: Session, @Context() context: RequestContext) {
    await this.accounts.unlessDone(accountId, context.metadata, async () => {
      await this.stepUp.prove(proof, context);
      await this.repeats.willEndSession(context);
      await this.erasure.request(accountId, context.metadata);
    });
    return { success: true, finished: await this.erasure.complete(accountId, context.metadata) };
  }
}
