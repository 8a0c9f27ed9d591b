import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Dispute, EvidenceFile } from '@supreme-access/contract/shapes/proofs.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../auth/guard.js';
import { ListQuery, parseList, rangeOf } from '../http/admin-list.js';
import { Answers, AnswersList, Refuses } from '../http/answers.js';
import { ReadsPersonal } from '../http/personal-reads.js';
import { DISPUTE_LIST, Disputes } from './disputes.js';
import { EvidenceFiles } from './evidence-file.js';

@ApiTags('disputes')
@Controller('api/admin')
@Needs('admin', 'auditor')
export class DisputesController {
  constructor(
    private readonly disputes: Disputes,
    private readonly files: EvidenceFiles,
  ) {}

  /** Lists disputes by deadline; filter `{"state":"open"}`; ranges dueBy_gte, _gt, _lte, _lt, also openedAt. */
  @Get('disputes')
  @AnswersList(Dispute)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<Dispute[]> {
    const parsed = parseList(query, DISPUTE_LIST);
    const { rows, total } = await this.disputes.page(parsed);
    return rangeOf(reply, DISPUTE_LIST, parsed, rows, total);
  }

  /** Returns the evidence of an order's fee: consent, mandate, receipt, story, proof and event hashes. */
  @ReadsPersonal('order')
  @Get('orders/:id/evidence-file')
  @Answers(EvidenceFile)
  @Refuses('not-found')
  file(@Param('id') id: string): Promise<EvidenceFile> {
    return this.files.of(id);
  }
}
