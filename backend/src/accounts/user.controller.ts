import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { AccountInfo } from '../contract/api-types.js';
import { type Asked, Asks, type Session, SignedIn } from '../platform/http/request.js';
import { AccountReader } from './account-reader.js';
import { OwnDetails } from './own-details.js';
import { OwnPassword } from './own-password.js';
import { ChangePasswordBody, UpdateProfileBody } from './requests.js';

/** A shopper's own account. */
@ApiTags('account')
@ApiBearerAuth()
@Controller('api/user')
export class UserController {
  constructor(
    private readonly reader: AccountReader,
    private readonly details: OwnDetails,
    private readonly passwords: OwnPassword,
  ) {}

  @Get('info')
  info(@SignedIn() { accountId }: Session): Promise<AccountInfo> {
    return this.reader.info(accountId);
  }

  /** What is left out stays. Another e-mail address logs in at once; the old one is told by mail. */
  @Post('updateProfile')
  @HttpCode(200)
  async update(@Body() { updates, password }: UpdateProfileBody, @SignedIn() session: Session, @Asks() asked: Asked) {
    await this.details.update(updates, password ?? null, session, asked);
    return { success: true, ...(await this.reader.info(session.accountId)) };
  }

  /** Ends all sessions and answers the token of a new one. */
  @Post('password')
  @HttpCode(200)
  async password(@Body() body: ChangePasswordBody, @SignedIn() { accountId }: Session, @Asks() asked: Asked) {
    const token = await this.passwords.change(accountId, body.password, body.newPassword, asked);
    return { success: true, token };
  }
}
