import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FeedEvent } from '@supreme-access/contract/shapes/audit.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { InjectEventLog } from '../../config/tokens.js';
import { Refused } from '../../event-sourcing/decider.js';
import { AnswersStream, Refuses } from '../../http/answers.js';
import { Choice, Text } from '../../http/fields.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { NamedStreams } from '../named-streams.js';
import { readRange } from '../runs/runs.controller.js';
import { assertInput, type ExportInput, exportLines } from './export-lines.js';

const FORMS = ['sealed', 'masked'] as const;
const AT_ONCE = 2;
const SHOWN = 5;

export class ExportQuery {
  @Text({
    optional: true,
    max: 200,
    description:
      "one stream's events, e.g. `order-...`, or of the one stream about who or what is called so: a title, a name, an email address, a code, an id",
  })
  stream?: string;
  @Text({
    optional: true,
    max: 200,
    description: "a drop, by the product's id or title: the product's events and those of its orders",
  })
  product?: string;
  @Text({ optional: true, max: 40, description: 'ISO 8601: what was recorded from then on' })
  from?: string;
  @Text({ optional: true, max: 40, description: 'ISO 8601: and up to then' })
  to?: string;
  @Choice(FORMS, {
    optional: true,
    description:
      '`masked`: without the sealed texts, for whoever is not to have them; hashes over them cannot be checked then',
  })
  form?: (typeof FORMS)[number];
}

@ApiTags('audit')
@Controller('api/admin/audit/export')
export class ExportController {
  private underWay = 0;

  constructor(
    @InjectEventLog() private readonly log: EventLog,
    private readonly names: NamedStreams,
  ) {}

  /** Exports a stream, a drop or a period as NDJSON (docs/log-format.md); an interrupted response is incomplete. */
  @Get()
  @Needs('admin', 'auditor')
  @AnswersStream('application/x-ndjson', FeedEvent, 'one event per line')
  @Refuses('invalid:export-invalid', 'invalid:run-range-invalid', 'too-many:export-running')
  async export(@Query() query: ExportQuery, @Res() reply: FastifyReply): Promise<void> {
    const input = await this.read(query);
    if (this.underWay >= AT_ONCE) {
      throw new Refused('export-running', 'too-many', 'Other exports are being written. Try again in a moment.', 10);
    }
    void reply
      .type('application/x-ndjson')
      .header('content-disposition', `attachment; filename="${nameOf(input)}"`)
      .send(Readable.from(this.lines(input), { objectMode: false }));
  }

  /** @throws Refused 'export-invalid' also if a name matches nothing or more than one thing */
  private async read({ stream, product, from, to, form }: ExportQuery): Promise<ExportInput> {
    const [range, isMasked] = [readRange(from, to), form === 'masked'];
    assertInput({ stream, product, range, isMasked });
    return {
      stream: stream === undefined ? undefined : theOne(await this.names.streams(stream), stream),
      product: product === undefined ? undefined : theOne(await this.names.products(product), product),
      range,
      isMasked,
    };
  }

  private async *lines(input: ExportInput): AsyncGenerator<string> {
    this.underWay += 1;
    try {
      yield* exportLines(this.log, input, nextTurn);
    } finally {
      this.underWay -= 1;
    }
  }
}

function theOne([first, ...others]: readonly string[], typed: string): string {
  if (first === undefined) {
    throw new Refused('export-invalid', 'invalid', `Nothing found for "${typed}". Enter an ID, a title or a name.`);
  }
  if (first === typed || others.length === 0) return first;
  const some = [first, ...others].slice(0, SHOWN).join(', ');
  throw new Refused('export-invalid', 'invalid', `"${typed}" matches more than one. Enter the ID of one: ${some}.`);
}

function nameOf({ stream, product, range, isMasked }: ExportInput): string {
  const day = (at: number | null) => (at === null ? '' : new Date(at).toISOString().slice(0, 10));
  const what = stream ?? (product === undefined ? `log-${day(range.from)}-${day(range.to)}` : `drop-${product}`);
  return `${what}${isMasked ? '.masked' : ''}.ndjson`;
}
