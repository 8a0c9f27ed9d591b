import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IgnoredWebhookSummary, type ListedJob, ListedWebhook } from '@supreme-access/contract/shapes/system.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../auth/guard.js';
import { heldTime, ListQuery, type ListSpec, parseList, rangeOf } from '../http/admin-list.js';
import { Answers, AnswersList, Refuses } from '../http/answers.js';
import { JobReport } from '../jobs/job-report.js';
import { JobRunner } from '../jobs/job-runner.js';
import { rowKey } from '../jobs/jobs.projection.js';
import { Reads } from '../projections/reads.js';
import { IgnoredWebhooks } from './ignored-webhooks.js';
import { WEBHOOK } from './webhook.jobs.js';
import { type WebhookDoc, webhooksProjection } from './webhooks.projection.js';

const WEBHOOKS: ListSpec = {
  resource: 'webhooks',
  fields: {
    id: 'eventId',
    eventId: 'eventId',
    type: 'type',
    orderId: 'orderId',
    waiting: 'waiting',
    receivedAt: 'receivedAt',
  },
  held: { receivedAt: heldTime },
  ranges: ['receivedAt'],
  defaultSort: ['receivedAt', 'desc'],
};

@ApiTags('webhooks')
@Controller('api/admin/webhooks')
@Needs('admin', 'auditor')
export class InboxController {
  constructor(
    private readonly reads: Reads,
    private readonly work: JobRunner,
    private readonly report: JobReport,
    private readonly ignored: IgnoredWebhooks,
  ) {}

  /** Only a process that does the work knows the `reason` of a waiting webhook's last attempt, unless the job is parked. */
  @Get()
  @AnswersList(ListedWebhook)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<ListedWebhook[]> {
    const parsed = parseList(query, WEBHOOKS);
    const [docs, total] = await Promise.all([
      this.reads.find(webhooksProjection, parsed),
      this.reads.count(webhooksProjection, parsed.where),
    ]);
    const due = await this.work.rows.again(docs.flatMap((doc) => (doc.waiting ? [keyOf(doc)] : [])));
    const reports = await this.report.reports([...due.values()]);
    const reported = new Map(reports.map((one) => [one.id, one]));
    const rows = docs.map((doc) => listed(doc, reported.get(keyOf(doc))));
    return rangeOf(reply, WEBHOOKS, parsed, rows, total);
  }

  /** Webhooks of other installations or the other mode that reached the answering process since its start. They are not stored. */
  @Get('ignored')
  @Answers(IgnoredWebhookSummary)
  foreign(): IgnoredWebhookSummary {
    return { count: this.ignored.count, last: [...this.ignored.last] };
  }
}

function listed(doc: WebhookDoc, job: ListedJob | undefined): ListedWebhook {
  const { eventId: id, receivedAt, handledAt } = doc;
  return {
    ...doc,
    id,
    receivedAt: new Date(receivedAt).toISOString(),
    handledAt: handledAt === null ? null : new Date(handledAt).toISOString(),
    reason: job?.parkedAt ? `parked: ${job.reason}` : (job?.reason ?? null),
  };
}

function keyOf({ eventId: id }: WebhookDoc): string {
  return rowKey({ kind: WEBHOOK, id });
}
