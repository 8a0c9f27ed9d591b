import type { OrderMailKind } from '@supreme-access/contract/event-names.js';
import type { OrderMailFact } from '@supreme-access/contract/shapes/order-file.js';
import { type Job, jobsProjection } from '../../jobs/jobs.projection.js';
import { type MailEvent, mailsDue } from '../../mail/mail.js';
import type { AnyRecorded } from '../../projections/recorded.js';
import { orderJobs } from '../order.jobs.js';
import { type FileEvent, fromEvent } from './order-file.js';

const work = jobsProjection([orderJobs, mailsDue]);
const asAny = (event: FileEvent) => event as unknown as AnyRecorded;

export function workOf(events: readonly FileEvent[]): Job[] {
  const rows = new Map<string, Job | null>();
  for (const event of events) {
    for (const key of work.idsOf(asAny(event))) {
      rows.set(key, work.evolve(rows.get(key) ?? null, asAny(event), key));
    }
  }
  return [...rows.values()].filter((row) => row !== null).sort((a, b) => a.dueAt - b.dueAt);
}

type OfMail = Extract<FileEvent, { type: MailEvent['type'] }>;
const STATES = {
  MailRequested: 'asked-for',
  MailClaimed: 'being-sent',
  MailSent: 'sent',
  MailBounced: 'bounced',
  MailSuppressed: 'suppressed',
} as const satisfies Record<MailEvent['type'], OrderMailFact['state']>;

/** Mails in the order of their first request; a resent one shows its latest state. */
export function mailsOf(
  events: readonly FileEvent[],
  messageIdOf: (mailId: string, request: number) => string,
): OrderMailFact[] {
  const mails = new Map<string, OrderMailFact>();
  const requests = new Map<string, number>();
  for (const event of events) {
    if (!isOfMail(event)) continue;
    const { id: mailId, type } = event;
    const request = (requests.get(mailId) ?? 0) + (type === 'MailRequested' ? 1 : 0);
    requests.set(mailId, request);
    const kind = event.data.kind as OrderMailKind;
    const bounce = type === 'MailBounced' ? { reason: event.data.reason, reply: event.data.reply } : null;
    const messageId = messageIdOf(mailId, request);
    mails.set(mailId, { ...fromEvent(event), mailId, kind, state: STATES[type], messageId, bounce });
  }
  return [...mails.values()];
}

function isOfMail(event: FileEvent): event is OfMail {
  return event.type in STATES;
}
