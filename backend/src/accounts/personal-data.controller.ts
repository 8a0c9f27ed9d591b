import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers, AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { type Asked, Asks, type Session, SignedIn } from '../platform/http/request.js';
import { AccountClosing } from './account-closing.js';
import { AccountReader } from './account-reader.js';
import { Login } from './login.js';
import { PersonalData } from './personal-data.js';
import { EraseBody } from './requests.js';

/** What we know of a person, and forgetting it. */
@ApiTags('account')
@Controller('api/user')
export class PersonalDataController {
  constructor(
    private readonly reader: AccountReader,
    private readonly holders: PersonalData,
    private readonly login: Login,
    private readonly closing: AccountClosing,
  ) {}

  /** Everything about the shopper, as JSON. */
  @Get('export')
  @Refuses('unavailable:not-ready')
  @Answers({ type: 'object', additionalProperties: true, description: 'account, profiles, orders' })
  async everything(@SignedIn() { accountId }: Session) {
    await this.reader.settled();
    return { account: await this.reader.exported(accountId), ...(await this.holders.collect(accountId)) };
  }

  /** Erases the account; 409 while an order of it is still open. */
  @Post('erase')
  @AnswersSuccess({ finished: { type: 'boolean', description: 'false: the rest follows within a minute' } })
  @Refuses(
    'invalid',
    'forbidden:password-wrong',
    'conflict:order-open',
    'conflict:last-admin',
    'conflict:on-staff',
    'too-many',
    'unavailable:not-ready',
  )
  async erase(@Body() { password }: EraseBody, @SignedIn() { accountId }: Session, @Asks() { origin, ip }: Asked) {
    await this.login.confirm(accountId, password, ip);
    // An order that has ended a moment ago is not in the way, and one that was made then is found.
    await this.reader.settled();
    const { email, name } = await this.reader.find(accountId);
    return { success: true, finished: await this.closing.request(accountId, { email, name }, origin) };
  }
}
