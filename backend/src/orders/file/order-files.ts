import { Injectable } from '@nestjs/common';
import type { FiledEntry, OrderFile } from '@supreme-access/contract/shapes/order-file.js';
import { InjectSchema } from '../../config/tokens.js';
import { causesOf } from '../../event-sourcing/causes.js';
import { currentData, type Schema } from '../../event-sourcing/codec.js';
import { JobReport } from '../../jobs/job-report.js';
import { Mailing } from '../../mail/mailing.js';
import { toRecorded } from '../../projections/recorded.js';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import type { OrderDoc } from '../orders.projection.js';
import { Stories, type StoryEventType, toEntry } from '../story.js';
import { attemptsOf, evidenceOf, type FileEvent, moneyOf } from './order-file.js';
import { mailsOf, workOf } from './order-work.js';

@Injectable()
export class OrderFiles {
  constructor(
    private readonly stories: Stories,
    private readonly due: JobReport,
    private readonly mailing: Mailing,
    @InjectSchema() private readonly schema: Schema,
  ) {}

  async of(doc: OrderDoc): Promise<OrderFile> {
    const recorded = await this.stories.events(doc);
    // The file shows nothing personal, so it needs no decryption key.
    const events = recorded.map((event) => toRecorded(event, this.schema, undefined) as unknown as FileEvent);
    return {
      money: moneyOf(events),
      evidence: evidenceOf(events),
      attempts: attemptsOf(events),
      mails: mailsOf(events, (mailId, request) => this.mailing.messageId(mailId, request)),
      due: await this.due.reports(workOf(events)),
      story: recorded.map((event, index) => ({
        ...toEntry(event, currentData(event, this.schema)),
        eventId: event.id,
        cause: causeOf(event, recorded.slice(0, index)),
      })),
    };
  }
}

function causeOf(event: RecordedEvent, before: readonly RecordedEvent[]): FiledEntry['cause'] {
  const [first] = causesOf(event, before);
  return first ? { eventId: first.cause.id, type: first.cause.type as StoryEventType } : null;
}
