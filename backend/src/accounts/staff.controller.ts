import { Controller, Delete, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Needs } from '../platform/auth/guard.js';
import { Refused } from '../platform/decider.js';
import { AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { type Asked, Asks } from '../platform/http/request.js';
import { isUuid } from '../platform/ids.js';
import { LISTED_ACCOUNT } from './account-answers.js';
import { AccountReader } from './account-reader.js';
import { listedAccount } from './accounts.projection.js';
import { isStaffRole } from './staff.js';
import { StaffDesk } from './staff-desk.js';

/** Who works here. */
@ApiTags('admin')
@Controller('api/admin/accounts')
export class StaffController {
  constructor(
    private readonly staff: StaffDesk,
    private readonly reader: AccountReader,
  ) {}

  /** Takes a role from an account and ends its sessions; the last admin stays one. Answers the account. */
  @Delete(':id/roles/:role')
  @AnswersSuccess({ account: LISTED_ACCOUNT })
  @Refuses('not-found', 'conflict:last-admin', 'unavailable:not-ready')
  @Needs('admin')
  async dismiss(@Param('id') id: string, @Param('role') role: string, @Asks() { origin }: Asked) {
    if (!isUuid(id) || !isStaffRole(role)) throw new Refused('not-found', 'not-found', 'There is no such role.');
    await this.staff.dismiss(id, [role], origin);
    return { success: true, account: listedAccount(await this.reader.find(id)) };
  }
}
