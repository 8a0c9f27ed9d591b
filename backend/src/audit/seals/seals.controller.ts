import { Body, Controller, Get, Header, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListedSeal, SealsFile } from '@supreme-access/contract/shapes/audit.js';
import { TEXT } from '@supreme-access/contract/shapes/primitives.js';
import type { FastifyReply } from 'fastify';
import { Needs, Open } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import { STEP_UP, StepUp, StepUpBody } from '../../customers/accounts/step-up.js';
import { Refused } from '../../event-sourcing/decider.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { ListQuery, type ListSpec, parseList, rangeOf } from '../../http/admin-list.js';
import { Answers, AnswersList, AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Text } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { requesterOf, SecurityLog } from '../../telemetry/security-log.js';
import { Seals } from './seals.js';

export class SealsQuery {
  @Text({ optional: true, max: 15, description: 'number of a seal: only those before it' })
  before?: string;
}
const LIST: ListSpec = { resource: 'seals', fields: { number: 'number' }, defaultSort: ['number', 'desc'] };

const PAGE = 1_000;
export const READS = { name: 'seals', max: 120, seconds: 60 };

/** @throws Refused 'seal-number-invalid' */
export function sealNumber(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new Refused('seal-number-invalid', 'invalid', 'Seals are numbered 1, 2, 3 and so on.');
}

@ApiTags('audit')
@Controller()
export class SealsController {
  constructor(
    private readonly seals: Seals,
    private readonly stepUp: StepUp,
    private readonly security: SecurityLog,
  ) {}

  /** Returns the newest 1,000 seals, oldest first, and every public key, without login (docs/log-format.md). */
  @Get('.well-known/supreme-access/seals.json')
  @Open()
  @Limited(READS)
  @Header('cache-control', 'public, max-age=60')
  @Header('access-control-allow-origin', '*')
  @Answers(SealsFile)
  @Refuses('invalid:seal-number-invalid')
  async file(@Query() { before }: SealsQuery): Promise<SealsFile> {
    const { keys, seals } = await this.seals.published(PAGE, before === undefined ? undefined : sealNumber(before));
    const first = seals[0]?.number ?? 1;
    return { keys, seals, before: first > 1 ? first : null };
  }

  /** Lists seals for staff, newest first. */
  @Get('api/admin/seals')
  @Needs('admin', 'auditor')
  @AnswersList(ListedSeal)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const list = parseList(query, LIST);
    const total = (await this.seals.last())?.number ?? 0;
    const isOldestFirst = list.sort[0]?.[1] === 'asc';
    const newest = isOldestFirst ? Math.min(total, list.skip + list.limit) : total - list.skip;
    const most = isOldestFirst ? newest - list.skip : list.limit;
    const { seals } = await this.seals.published(most, newest + 1);
    const rows = (isOldestFirst ? seals : seals.toReversed()).map((one) => ({ id: one.number, ...one }));
    return rangeOf(reply, LIST, list, rows, total);
  }

  /** Replaces the signing key; the previous key signs a last seal over the change if it still exists. */
  @Post('api/admin/seals/key')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @Header('cache-control', 'no-store')
  @AnswersSuccess({ keyId: TEXT, publicKey: TEXT })
  @Refuses(...STEP_UP, 'conflict:sealed-meanwhile', 'conflict:log-changed', 'conflict:already-done')
  async replaceKey(@Body() proof: StepUpBody, @Context() context: RequestContext) {
    await this.stepUp.prove(proof, context);
    const { isNew, keyId, publicKey } = await this.seals.replaceKey(context);
    if (isNew) this.security.tell('key-rotated', { ...requesterOf(context.metadata), about: keyId });
    return { success: true, keyId, publicKey };
  }
}
