import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListedBounce } from '@supreme-access/contract/shapes/people.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../auth/guard.js';
import { heldTime, ListQuery, type ListSpec, parseList, rangeOf } from '../http/admin-list.js';
import { AnswersList, Refuses } from '../http/answers.js';
import { Reads } from '../projections/reads.js';
import { mailsProjection } from './mails.projection.js';

const BOUNCES: ListSpec = {
  resource: 'bounces',
  fields: { id: 'mailId', about: 'about', aboutId: 'aboutId', kind: 'kind', reason: 'reason', at: 'endedAt' },
  held: { at: heldTime },
  ranges: ['at'],
  defaultSort: ['at', 'desc'],
};

@ApiTags('mail')
@Controller('api/admin/bounces')
@Needs('admin', 'auditor')
export class BouncesController {
  constructor(private readonly reads: Reads) {}

  /** Bounced mails, newest first: whose they were and why, never the address. */
  @Get()
  @AnswersList(ListedBounce)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<ListedBounce[]> {
    const parsed = parseList(query, BOUNCES);
    const where = { ...parsed.where, state: 'bounced' };
    const [docs, total] = await Promise.all([
      this.reads.find(mailsProjection, { ...parsed, where }),
      this.reads.count(mailsProjection, where),
    ]);
    const rows = docs.flatMap(({ mailId: id, about, aboutId, kind, reason, reply, endedAt }) =>
      reason === null
        ? []
        : [{ id, about, aboutId, kind, reason, reply: reply ?? '', at: new Date(endedAt ?? 0).toISOString() }],
    );
    return rangeOf(reply, BOUNCES, parsed, rows, total);
  }
}
