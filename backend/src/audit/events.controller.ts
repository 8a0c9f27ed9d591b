import { Readable } from 'node:stream';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FeedEvent } from '@supreme-access/contract/shapes/audit.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../auth/guard.js';
import { InjectEventLog } from '../config/tokens.js';
import { Refused } from '../event-sourcing/decider.js';
import { ours } from '../event-sourcing/ours.js';
import { AnswersStream, Refuses } from '../http/answers.js';
import { Text } from '../http/fields.js';
import type { EventLog, RecordedEvent } from '../stores/event-log/event-log.js';
import { inPieces } from './export/export-lines.js';
import { STREAM } from './named-streams.js';

export class FeedQuery {
  @Text({ optional: true, max: 15, description: 'log position; what comes after it is answered' })
  after?: string;
  @Text({ optional: true, max: 15, description: 'lines, 1 to 10000; 1000 unless told' })
  limit?: string;
  @Text({ optional: true, max: 200, description: "one stream's events, e.g. `order-...`" })
  stream?: string;
  @Text({ optional: true, max: 60, description: 'events of one type, e.g. `FeeCharged`' })
  type?: string;
}

interface FeedRange {
  after: number;
  limit: number;
  stream: string | undefined;
  type: string | undefined;
}

const STANDARD = 1_000;
const MOST = 10_000;

@ApiTags('audit')
@Controller('api/admin/events')
export class EventsController {
  constructor(@InjectEventLog() private readonly log: EventLog) {}

  @Get()
  @Needs('admin', 'auditor')
  @AnswersStream('application/x-ndjson', FeedEvent, 'one event per line')
  @Refuses('invalid:feed-query-invalid')
  feed(@Query() query: FeedQuery, @Res() reply: FastifyReply): void {
    const lines = inPieces(feed(this.log, readRange(query)));
    void reply.type('application/x-ndjson').send(Readable.from(lines, { objectMode: false }));
  }
}

/** @throws Refused 'feed-query-invalid' */
function readRange({ after, limit, stream, type }: FeedQuery): FeedRange {
  const range = { after: numberOf(after, 0), limit: numberOf(limit, STANDARD), stream, type };
  const isNamed = (stream === undefined || STREAM.test(stream)) && (type === undefined || /^\w+$/.test(type));
  if (isNamed && range.limit >= 1 && range.limit <= MOST && range.after >= 0) return range;
  throw new Refused('feed-query-invalid', 'invalid', `after, limit (1 to ${MOST}), stream or type cannot be read.`);
}

function numberOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

async function* feed(log: EventLog, { after, limit, stream, type }: FeedRange): AsyncGenerator<RecordedEvent> {
  let left = limit;
  for await (const event of ours(stream ? log.readStream(stream) : log.readAll({ after }))) {
    if (event.position <= after || (type && event.type !== type)) continue;
    yield event;
    left -= 1;
    if (left === 0) return;
  }
}
