import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Needs } from '../platform/auth/guard.js';
import { Refused } from '../platform/decider.js';
import { ListQuery, type ListSpec, parseList, rangeOf } from '../platform/http/admin-list.js';
import { AnswersList, AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { type Asked, Asks } from '../platform/http/request.js';
import { Reads } from '../platform/read-models/reads.js';
import { LISTED_ACCOUNT } from './account-answers.js';
import { accountsProjection, listedAccount } from './accounts.js';
import { Invitations } from './invitations.js';
import { InvitationBody } from './requests.js';

const USERS: ListSpec = {
  resource: 'users',
  fields: { id: 'accountId', uuid: 'accountId', email: 'email', name: 'name', registeredAt: 'registeredAt' },
  defaultSort: ['registeredAt', 'desc'],
  search: 'email',
};

/** Accounts as admins see them, and how others become one. */
@ApiTags('admin')
@Controller()
export class UsersController {
  constructor(
    private readonly reads: Reads,
    private readonly invitations: Invitations,
  ) {}

  /** Newest first; erased accounts are left out. */
  @Get('users')
  @AnswersList(LISTED_ACCOUNT)
  @Refuses('invalid:list-query-invalid')
  @Needs('admin', 'auditor')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const list = parseList(query, USERS);
    const where = { ...list.where, erased: false };
    const [docs, total] = await Promise.all([
      this.reads.find(accountsProjection, { ...list, where }),
      this.reads.count(accountsProjection, where),
    ]);
    return rangeOf(reply, USERS, list, docs.map(listedAccount), total);
  }

  /** A signed token for `/register/ad`, good for one registration. */
  @Post('api/admin/invitations')
  @AnswersSuccess({ adtoken: { type: 'string' } })
  @Refuses('invalid', 'invalid:expiry-past')
  @Needs('admin')
  async invite(@Body() { email, role, expiresAt }: InvitationBody, @Asks() { origin }: Asked) {
    const adtoken = await this.invitations.make(
      { email: email ?? null, role: role ?? null, expiresAt: expiresAt ? instant(expiresAt) : null },
      origin,
    );
    return { success: true, adtoken };
  }
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function instant(text: string): number {
  const at = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Refused('invalid', 'invalid', 'expiresAt must be an ISO 8601 instant.');
  return at;
}
