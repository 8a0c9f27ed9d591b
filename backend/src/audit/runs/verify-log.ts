import { Injectable } from '@nestjs/common';
import type { Schema } from '../../platform/log/codec.js';
import type { EventLog, RecordedEvent } from '../../platform/log/event-log.js';
import { InjectEventLog, InjectSchema } from '../../platform/platform.js';
import { foreignInWords } from '../../platform/projections/locked-streams.js';
import { sourceIn } from '../log-source.js';
import { verifyLog } from '../verify.js';
import { type AuditRunner, AuditRunners, Findings, type RunProgress, type RunResult } from './runner.js';

/** events between two turns that are given to others: some milliseconds of hashing */
const PIECE = 200;

/** Walks the hash chain of every stream, up to the end that the log had as it began. */
@AuditRunners()
@Injectable()
export class VerifyLog implements AuditRunner {
  readonly kind = 'verify';

  constructor(
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
  ) {}

  async run(progress: RunProgress): Promise<RunResult> {
    const head = await this.log.head();
    const seen = watched(this.log.readAll(), (done) => progress.step('chains', Math.min(done, head), head));
    const { first } = sourceIn(this.log);
    const { events, streams, broken, accepted, foreign, fingerprint } = await verifyLog(seen, this.schema, { first });
    const findings = new Findings();
    for (const { position, stream, revision, problem } of broken) {
      const id = `chain-broken:${stream}:${revision}`;
      const detail = `position ${position}, revision ${revision}: ${problem}`;
      findings.add({ id, what: 'chain-broken', about: stream, ...orderIn(stream), detail });
    }
    const passedOver = {
      ...(foreign.events === 0 ? {} : { foreign: foreignInWords(foreign) }),
      ...(accepted.length === 0 ? {} : { accepted: accepted.length }),
    };
    const told = `${fingerprint.events}:${fingerprint.digest}`;
    return { figures: { events, streams, fingerprint: told, ...passedOver }, findings };
  }
}

export function orderIn(stream: string): { orderId?: string } {
  return stream.startsWith('order-') ? { orderId: stream.slice('order-'.length) } : {};
}

async function* watched(events: AsyncIterable<RecordedEvent>, rest: (position: number) => Promise<void>) {
  let count = 0;
  for await (const event of events) {
    yield event;
    count += 1;
    if (count % PIECE === 0) await rest(event.position);
  }
}
