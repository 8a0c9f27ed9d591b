import type { DueRow } from '../platform/due/due.projection.js';
import type { DueWorker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { messageIdFor } from './message-id.js';
import { type MailContent, renderMail } from './templates.js';
import type { MailTransport } from './transport.js';

/** A mail that is due: to whom and what. */
export interface ComposedMail {
  to: string;
  content: MailContent;
}

/** It went out; or it was not written. */
export type MailOutcome = 'sent' | 'suppressed';

/** What knows the mails of one kind of stream. Row ids of the due kind 'mail' are `{source}:{id of the stream}:{mail id}`. */
export interface MailSource {
  source: string;
  /** null when there is nobody to write to any more, or nothing to say */
  compose(streamId: string, mailId: string): Promise<ComposedMail | null>;
  /** Records what became of it, which ends the due row. */
  ended(streamId: string, mailId: string, outcome: MailOutcome): Promise<Position>;
}

export const MAIL = 'mail';

/** Sends mails that are due: at least once, always under the same Message-ID, so that a mailbox shows one. */
export class Mailing implements DueWorker {
  readonly kind = MAIL;
  readonly concurrency = 4;
  readonly background = true;
  private readonly sources = new Map<string, MailSource>();

  /** `host` ends the Message-IDs: the host of the public address. */
  constructor(
    private readonly transport: MailTransport,
    private readonly host: string,
  ) {}

  register(source: MailSource): void {
    this.sources.set(source.source, source);
  }

  async work({ id }: DueRow): Promise<Position | undefined> {
    const [source = '', streamId = '', ...rest] = id.split(':');
    const mailId = rest.join(':');
    const from = this.sources.get(source);
    if (!from) throw new Error(`no mails known of ${source}`);
    const mail = await from.compose(streamId, mailId);
    if (!mail) return from.ended(streamId, mailId, 'suppressed');
    const messageId = this.messageId(source, streamId, mailId);
    await this.transport.send({ messageId, to: mail.to, kind: mail.content.kind, ...renderMail(mail.content) });
    return from.ended(streamId, mailId, 'sent');
  }

  /** Removes kept copies of these mails of one stream: its person asked to be forgotten. */
  forget(source: string, streamId: string, mailIds: readonly string[]): Promise<void> {
    return this.transport.removeFor(mailIds.map((mailId) => this.messageId(source, streamId, mailId)));
  }

  private messageId(source: string, streamId: string, mailId: string): string {
    return messageIdFor(source, `${streamId}:${mailId}`, this.host);
  }
}
