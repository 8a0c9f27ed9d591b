import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AccountAccess,
  AccountMail,
  AccountSecurityEvent,
  MAIL_STATES,
  MaskedProfile,
  SECURITY_EVENTS,
} from '@supreme-access/contract/shapes/people.js';
import type { FastifyReply } from 'fastify';
import { Needs, Unguided } from '../../../auth/guard.js';
import { RepeatedSecrets } from '../../../event-sourcing/repeated-secrets.js';
import { type RequestContext } from '../../../event-sourcing/requester.js';
import { heldAs, heldTime, ListQuery, type ListSpec, parseList, rangeOf } from '../../../http/admin-list.js';
import { Answers, AnswersList, AnswersSuccess, Refuses } from '../../../http/answers.js';
import { Choice, Text } from '../../../http/fields.js';
import { ReadsPersonal } from '../../../http/personal-reads.js';
import { Context } from '../../../http/request.js';
import { accountMail, mailsProjection } from '../../../mail/mails.projection.js';
import { Reads } from '../../../projections/reads.js';
import { STEP_UP, StepUp, StepUpBody } from '../step-up.js';
import { AccountSupport } from './account-support.js';
import { accountSecurityEvent, securityEventsProjection } from './security-events.projection.js';

const MAILS: ListSpec = {
  resource: 'mails',
  fields: { kind: 'kind', state: 'state', requestedAt: 'requestedAt' },
  held: { state: heldAs(...MAIL_STATES), requestedAt: heldTime },
  ranges: ['requestedAt'],
  defaultSort: ['requestedAt', 'desc'],
};
const SECURITY: ListSpec = {
  resource: 'security',
  fields: { id: 'id', type: 'type', at: 'at' },
  held: { type: heldAs(...SECURITY_EVENTS), at: heldTime },
  ranges: ['at'],
  defaultSort: ['at', 'desc'],
};

class SessionsBody {
  @Text({ max: 300, description: 'for the security log; people who work here read it' })
  reason: string;
}

class RoleBody extends StepUpBody {
  @Choice(['admin', 'auditor'])
  role: 'admin' | 'auditor';
}

@ApiTags('admin accounts')
@Controller('api/admin/accounts/:id')
@Needs('admin', 'auditor')
export class AccountSupportController {
  constructor(
    private readonly support: AccountSupport,
    private readonly reads: Reads,
    private readonly stepUp: StepUp,
    private readonly repeats: RepeatedSecrets,
  ) {}

  @Get('access')
  @Answers(AccountAccess)
  @Refuses('not-found')
  access(@Param('id') id: string): Promise<AccountAccess> {
    return this.support.access(id);
  }

  /** Masked: no street, no phone; only brand and last four digits of the card. */
  @ReadsPersonal('account')
  @Get('profiles')
  @AnswersList(MaskedProfile)
  @Refuses('not-found')
  profiles(@Param('id') id: string): Promise<MaskedProfile[]> {
    return this.support.profiles(id);
  }

  /** Newest first; mails about orders only when they bounced. */
  @Get('mails')
  @AnswersList(AccountMail)
  @Refuses('invalid:list-query-invalid', 'not-found')
  async mails(@Param('id') id: string, @Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const list = parseList(query, MAILS);
    const where = { ...list.where, accountId: await this.support.existing(id) };
    const [docs, total] = await Promise.all([
      this.reads.find(mailsProjection, { ...list, where }),
      this.reads.count(mailsProjection, where),
    ]);
    return rangeOf(reply, MAILS, list, docs.map(accountMail), total);
  }

  /** Newest first. Wrong passwords appear only in the security log. */
  @Get('security')
  @AnswersList(AccountSecurityEvent)
  @Refuses('invalid:list-query-invalid', 'not-found')
  async security(@Param('id') id: string, @Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const list = parseList(query, SECURITY);
    const where = { ...list.where, accountId: await this.support.existing(id) };
    const [docs, total] = await Promise.all([
      this.reads.find(securityEventsProjection, { ...list, where }),
      this.reads.count(securityEventsProjection, where),
    ]);
    return rangeOf(reply, SECURITY, list, docs.map(accountSecurityEvent), total);
  }

  @Post('sessions/end')
  @Unguided()
  @Needs('admin')
  @AnswersSuccess()
  @Refuses('invalid', 'not-found', 'gone:erased')
  async endSessions(@Param('id') id: string, @Body() { reason }: SessionsBody, @Context() context: RequestContext) {
    await this.repeats.willEndSession(context, id);
    await this.support.endSessions(id, reason, context.metadata);
    return { success: true };
  }

  @Post('roles')
  @Needs('admin')
  @AnswersSuccess()
  @Refuses('invalid', 'not-found', 'gone:erased', 'conflict:address-unproven', 'conflict:account-locked', ...STEP_UP)
  async grant(@Param('id') id: string, @Body() { role, ...proof }: RoleBody, @Context() context: RequestContext) {
    await this.stepUp.prove(proof, context);
    await this.repeats.willEndSession(context, id);
    await this.support.grant(id, role, context.metadata);
    return { success: true };
  }
}
