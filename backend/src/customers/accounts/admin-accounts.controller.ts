import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { cleanLine } from '@supreme-access/contract/clean-text.js';
import { AdminInvitation, ListedAccount, ShownAccount } from '@supreme-access/contract/shapes/people.js';
import { TEXT } from '@supreme-access/contract/shapes/primitives.js';
import { ROLES } from '@supreme-access/contract/statuses.js';
import type { FastifyReply } from 'fastify';
import { Needs, Unguided } from '../../auth/guard.js';
import { InjectClock } from '../../config/tokens.js';
import { noSuch, Refused } from '../../event-sourcing/decider.js';
import { isUuid } from '../../event-sourcing/ids.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import {
  heldAs,
  heldTime,
  ListQuery,
  type ListSpec,
  type ParsedList,
  parseList,
  rangeOf,
  searchIn,
} from '../../http/admin-list.js';
import { Answers, AnswersList, AnswersSuccess, Refuses } from '../../http/answers.js';
import { Choice, Email, Text } from '../../http/fields.js';
import { ReadsPersonal } from '../../http/personal-reads.js';
import { Context } from '../../http/request.js';
import { Reads } from '../../projections/reads.js';
import { haveRole, isStaffRole, rolesOf, type StaffState } from '../access/staff.js';
import { profilesProjection } from '../profiles/profiles.projection.js';
import { Accounts } from './accounts.js';
import { accountsProjection, listedAccount } from './accounts.projection.js';
import { isMailable } from './email-claims.js';
import { INVITATION_LIFE } from './invitation.js';
import { type InvitationInput, Invitations } from './invitations.js';
import { type InvitationDoc, invitationsProjection, invitationView, whereState } from './invitations.projection.js';
import { StaffRoles } from './staffing.js';
import { STEP_UP, StepUp, StepUpBody } from './step-up.js';

const text = (value: unknown) => (typeof value === 'string' ? cleanLine(value) : '');

const usersSpec = (resource: string, staff: StaffState): ListSpec => ({
  resource,
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
    role: (role): ParsedList['where'] | undefined => {
      if (role === 'shopper') return {};
      return typeof role === 'string' && isStaffRole(role) ? { accountId: { in: haveRole(staff, role) } } : undefined;
    },
  },
  defaultSort: ['registeredAt', 'desc'],
  search: 'email',
});

class LockBody {
  @Text({ max: 300, description: 'for the security log; people who work here read it' })
  reason: string;
}

@ApiTags('admin accounts')
@Controller()
@Needs('admin', 'auditor')
export class UsersController {
  constructor(
    private readonly reads: Reads,
    private readonly accounts: Accounts,
    private readonly staff: StaffRoles,
    private readonly stepUp: StepUp,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /** Newest first; erased accounts only on request or by id. `q` searches id, name and email address. */
  @ReadsPersonal('account')
  @Get('users')
  @AnswersList(ListedAccount)
  @Refuses('invalid:list-query-invalid')
  users(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.listed(query, 'users', reply);
  }

  @ReadsPersonal('account')
  @Get('api/admin/accounts')
  @AnswersList(ListedAccount)
  @Refuses('invalid:list-query-invalid')
  list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.listed(query, 'accounts', reply);
  }

  @ReadsPersonal('account')
  @Get('api/admin/accounts/:id')
  @Answers(ShownAccount)
  @Refuses('not-found')
  async one(@Param('id') id: string) {
    const [account, profiles] = await Promise.all([
      this.shown(id),
      this.reads.count(profilesProjection, { accountId: id }),
    ]);
    return { ...account, profiles };
  }

  /** Takes a role and ends the account's sessions; the last admin keeps the role. */
  @Delete('api/admin/accounts/:id/roles/:role')
  @AnswersSuccess({ account: ListedAccount })
  @Refuses('invalid', 'not-found', 'conflict:last-admin', 'unavailable:not-ready', ...STEP_UP)
  @Needs('admin')
  async dismiss(
    @Param('id') id: string,
    @Param('role') role: string,
    @Body() proof: StepUpBody,
    @Context() context: RequestContext,
  ) {
    await this.stepUp.prove(proof, context);
    if (!isUuid(id) || !isStaffRole(role)) throw noSuch('role');
    await this.repeats.willEndSession(context, id);
    await this.staff.dismiss(id, [role], context.metadata);
    return { success: true, account: await this.shown(id) };
  }

  /** Blocks sign-in and ends all sessions; orders continue. The last admin cannot be locked. */
  @Post('api/admin/accounts/:id/lock')
  @Unguided()
  @AnswersSuccess({ account: ListedAccount })
  @Refuses('invalid', 'not-found', 'gone:erased', 'conflict:last-admin', 'unavailable:not-ready')
  @Needs('admin')
  async lock(@Param('id') id: string, @Body() { reason }: LockBody, @Context() context: RequestContext) {
    await this.repeats.willEndSession(context, id);
    await this.staff.lock(id, reason, context.metadata);
    return { success: true, account: await this.shown(id) };
  }

  @Post('api/admin/accounts/:id/unlock')
  @Unguided()
  @AnswersSuccess({ account: ListedAccount })
  @Refuses('invalid', 'not-found', 'gone:erased')
  @Needs('admin')
  async unlock(@Param('id') id: string, @Body() { reason }: LockBody, @Context() { metadata }: RequestContext) {
    if (!isUuid(id)) throw noSuch('account');
    await this.staff.unlock(id, reason, metadata);
    return { success: true, account: await this.shown(id) };
  }

  private async shown(id: string): Promise<ListedAccount> {
    const [account, roles] = await Promise.all([this.accounts.find(id), this.accounts.roles(id)]);
    return listedAccount({ ...account, roles });
  }

  private async listed(query: ListQuery, resource: string, reply: FastifyReply) {
    const staff = await this.accounts.staff();
    const spec = usersSpec(resource, staff);
    const list = parseList(query, spec);
    const isOne = 'accountId' in list.where;
    const where = isOne ? list.where : { erased: false, ...list.where };
    const [docs, total] = await Promise.all([
      this.reads.find(accountsProjection, { ...list, where }),
      this.reads.count(accountsProjection, where),
    ]);
    return rangeOf(
      reply,
      spec,
      list,
      docs.map((doc) => listedAccount({ ...doc, roles: rolesOf(staff, doc.accountId) })),
      total,
    );
  }
}

class InvitationBody extends StepUpBody {
  @Email({ optional: true })
  email?: string | null;
  @Choice(['shopper', 'admin', 'auditor'], { optional: true })
  role?: 'shopper' | 'admin' | 'auditor' | null;
  @Text({ max: 40, optional: true, description: 'ISO 8601; in seven days when left out' })
  expiresAt?: string | null;
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function readInput({ email, role, expiresAt }: InvitationBody, now: number): InvitationInput {
  if (email && !isMailable(email)) throw new Refused('invalid', 'invalid', 'Please enter a valid email.');
  return {
    email: email ?? null,
    role: role ?? null,
    expiresAt: expiresAt ? instant(expiresAt) : now + INVITATION_LIFE,
  };
}

function instant(text: string): number {
  const at = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Refused('invalid', 'invalid', 'expiresAt must be an ISO 8601 instant.');
  return at;
}

const listAt = (now: number): ListSpec => ({
  resource: 'invitations',
  fields: { id: 'invitationId', email: 'email', role: 'role', madeAt: 'madeAt', expiresAt: 'expiresAt' },
  held: { role: heldAs(...ROLES, null), madeAt: heldTime, expiresAt: heldTime },
  filters: { q: searchIn('words'), state: (state) => whereState(state, now) },
  defaultSort: ['madeAt', 'desc'],
});

@ApiTags('admin invitations')
@Controller('api/admin/invitations')
@Unguided()
@Needs('admin', 'auditor')
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly reads: Reads,
    private readonly stepUp: StepUp,
    private readonly repeats: RepeatedSecrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Newest first; states are open, used, expired and revoked. No answer contains a token. */
  @ReadsPersonal('invitation')
  @Get()
  @AnswersList(AdminInvitation)
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

  @ReadsPersonal('invitation')
  @Get(':id')
  @Answers(AdminInvitation)
  @Refuses('not-found')
  async one(@Param('id') id: string) {
    return invitationView(await this.invitations.find(id), this.clock());
  }

  /** Returns a signed token for one registration at `/register/ad`, only once, and mails it to a given address. */
  @Post()
  @Needs('admin')
  @AnswersSuccess({ adtoken: TEXT, id: TEXT, link: TEXT })
  @Refuses('invalid', 'invalid:expiry-past', 'invalid:expiry-too-late', 'conflict:already-done', ...STEP_UP)
  async invite(@Body() body: InvitationBody, @Context() context: RequestContext) {
    const input = readInput(body, this.clock());
    const { commandId: id } = context.metadata;
    const { expiresAt } = await this.repeats.once<{ expiresAt: number }>(context, {
      purpose: 'invitation',
      target: id,
      isDone: () => this.invitations.isMadeBy(id, context.metadata),
      make: async () => {
        if (input.role !== null) await this.stepUp.prove(body, context);
        return { expiresAt: input.expiresAt };
      },
      does: ({ expiresAt }) => this.invitations.make(id, { ...input, expiresAt }, context.metadata),
      isValid: () => this.invitations.isOpen(id),
    });
    const adtoken = await this.invitations.tokenOf(id, expiresAt);
    return { success: true, adtoken, id, link: this.invitations.linkOf(adtoken) };
  }

  @Delete(':id')
  @Needs('admin')
  @Answers(AdminInvitation)
  @Refuses('not-found', 'conflict:invitation-used')
  async revoke(@Param('id') id: string, @Context() { metadata }: RequestContext) {
    await this.invitations.revoke(id, metadata);
    return this.one(id);
  }
}
