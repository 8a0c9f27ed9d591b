import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ROLES } from '@supreme-access/contract/statuses.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../platform/auth/guard.js';
import {
  heldAs,
  heldTime,
  ListQuery,
  type ListSpec,
  parseList,
  rangeOf,
  searchIn,
} from '../platform/http/admin-list.js';
import { Answers, AnswersList, Refuses } from '../platform/http/answers.js';
import { isUuid } from '../platform/ids.js';
import { Reads } from '../platform/read-models/reads.js';
import { profilesProjection } from '../profiles/profiles.projection.js';
import { LISTED_ACCOUNT, SHOWN_ACCOUNT } from './account-answers.js';
import { AccountReader } from './account-reader.js';
import { accountsProjection, listedAccount } from './accounts.projection.js';

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const USERS: ListSpec = {
  resource: 'users',
  fields: {
    id: 'accountId',
    uuid: 'accountId',
    email: 'email',
    name: 'name',
    emailVerified: 'emailVerified',
    erased: 'erased',
    registeredAt: 'registeredAt',
  },
  held: { registeredAt: heldTime, emailVerified: heldAs(true, false), erased: heldAs(true, false) },
  ranges: ['registeredAt'],
  filters: {
    q: (typed) => (isUuid(text(typed)) ? { accountId: text(typed).toLowerCase() } : searchIn('words')(typed)),
    role: (role) => (ROLES.some((one) => one === role) ? { roles: { has: text(role) } } : undefined),
  },
  defaultSort: ['registeredAt', 'desc'],
  search: 'email',
};
const ACCOUNTS: ListSpec = { ...USERS, resource: 'accounts' };

/** Accounts as admins see them; auditors read. */
@ApiTags('admin accounts')
@Controller()
@Needs('admin', 'auditor')
export class UsersController {
  constructor(
    private readonly reads: Reads,
    private readonly reader: AccountReader,
  ) {}

  /** Newest first; erased accounts are left out unless asked for, also by their ids. `q` searches id, name and e-mail address. */
  @Get('users')
  @AnswersList(LISTED_ACCOUNT)
  @Refuses('invalid:list-query-invalid')
  users(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.listed(query, USERS, reply);
  }

  /** The same list under the name of the resource. */
  @Get('api/admin/accounts')
  @AnswersList(LISTED_ACCOUNT)
  @Refuses('invalid:list-query-invalid')
  list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.listed(query, ACCOUNTS, reply);
  }

  @Get('api/admin/accounts/:id')
  @Answers(SHOWN_ACCOUNT)
  @Refuses('not-found')
  async one(@Param('id') id: string) {
    const [account, profiles] = await Promise.all([
      this.reader.find(id),
      this.reads.count(profilesProjection, { accountId: id }),
    ]);
    return { ...listedAccount(account), profiles };
  }

  private async listed(query: ListQuery, spec: ListSpec, reply: FastifyReply) {
    const list = parseList(query, spec);
    const isOne = 'accountId' in list.where;
    const where = isOne ? list.where : { erased: false, ...list.where };
    const [docs, total] = await Promise.all([
      this.reads.find(accountsProjection, { ...list, where }),
      this.reads.count(accountsProjection, where),
    ]);
    return rangeOf(reply, spec, list, docs.map(listedAccount), total);
  }
}
