import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
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
import { Answers, AnswersList, AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { type Asked, Asks } from '../platform/http/request.js';
import { randomId } from '../platform/ids.js';
import { InjectClock } from '../platform/platform.js';
import { Reads } from '../platform/read-models/reads.js';
import { ADMIN_INVITATION } from './account-answers.js';
import { InvitationReader } from './invitation-reader.js';
import { Invitations } from './invitations.js';
import { type InvitationDoc, invitationsProjection, invitationView, standingAt } from './invitations.projection.js';
import { readWish } from './read-wish.js';
import { InvitationBody } from './requests.js';
import { StepUp } from './step-up.js';

/** `now`: ms UTC */
const listAt = (now: number): ListSpec => ({
  resource: 'invitations',
  fields: { id: 'invitationId', email: 'email', role: 'role', madeAt: 'madeAt', expiresAt: 'expiresAt' },
  held: { role: heldAs(...ROLES, null), madeAt: heldTime, expiresAt: heldTime },
  filters: { q: searchIn('words'), state: (state) => standingAt(state, now) },
  defaultSort: ['madeAt', 'desc'],
});

/** How others come to have an account; auditors read. */
@ApiTags('admin invitations')
@Controller('api/admin/invitations')
@Needs('admin', 'auditor')
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly reader: InvitationReader,
    private readonly reads: Reads,
    private readonly stepUp: StepUp,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Newest first, with how they stand: open, used, expired or revoked. No answer carries a token. */
  @Get()
  @AnswersList(ADMIN_INVITATION)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const now = this.clock();
    const spec = listAt(now);
    const list = parseList(query, spec);
    const [docs, total] = await Promise.all([
      this.reads.find(invitationsProjection, list),
      this.reads.count(invitationsProjection, list.where),
    ]);
    const view = (doc: InvitationDoc) => invitationView(doc, now);
    return rangeOf(reply, spec, list, docs.map(view), total);
  }

  @Get(':id')
  @Answers(ADMIN_INVITATION)
  @Refuses('not-found')
  async one(@Param('id') id: string) {
    return invitationView(await this.reader.find(id), this.clock());
  }

  /** A signed token for `/register/ad`, good for one registration: shown this once, and mailed where an address is given. */
  @Post()
  @Needs('admin')
  @AnswersSuccess({ adtoken: { type: 'string' }, id: { type: 'string' } })
  @Refuses('invalid', 'invalid:expiry-past', 'forbidden:password-required', 'forbidden:password-wrong', 'too-many')
  async invite(@Body() body: InvitationBody, @Asks() asked: Asked) {
    const wish = readWish(body);
    if (wish.role !== null) await this.stepUp.confirm(body.password ?? null, asked);
    const id = asked.keyed ? asked.origin.commandId : randomId();
    return { success: true, adtoken: await this.invitations.make(id, wish, asked.origin), id };
  }

  /** Revokes it: nobody registers with it from now on. */
  @Delete(':id')
  @Needs('admin')
  @Answers(ADMIN_INVITATION)
  @Refuses('not-found', 'conflict:invitation-used')
  async revoke(@Param('id') id: string, @Asks() { origin }: Asked) {
    await this.invitations.revoke(id, origin);
    return this.one(id);
  }
}
