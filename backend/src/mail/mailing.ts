import { Injectable } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { Discovered, discoverable } from '../platform/discovered.js';
import type { DueChange, DueRow } from '../platform/due/due.projection.js';
import { type DueWorker, Worker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { InjectConfig } from '../platform/platform.js';
import type { Letter } from './letter.js';
import { messageIdFor } from './message-id.js';
import { renderLetter } from './render-letter.js';
import { MailTransport } from './transport.js';

export interface ComposedMail<Content extends { kind: string } = { kind: string }> {
  to: string;
  content: Content;
}

export type MailOutcome = 'sent' | 'suppressed';

/** `mailId` is a name of its own within its stream; what it is about is its kind. */
export interface DueMail {
  mailId: string;
  kind: string;
}

/** What knows the mails of one kind of stream. */
export interface MailSource {
  source: string;
  /** null when there is nobody to write to any more, or nothing to say */
  compose(streamId: string, mail: DueMail): Promise<ComposedMail | null>;
  /** Sets it in words. @throws RangeError for a zone that does not exist */
  write(content: ComposedMail['content']): Letter;
  /** Records what became of it, which ends the due row. */
  ended(streamId: string, mail: DueMail, outcome: MailOutcome): Promise<Position>;
}

export const Letters = discoverable<MailSource>();

const MAIL = 'mail';

/** A mail that an event makes due at a time, ms UTC. */
export function mailDue(source: string, streamId: string, { mailId, kind }: DueMail, dueAt: number): DueChange {
  return { kind: MAIL, id: rowOf(source, streamId, mailId), dueAt, about: kind };
}
export function mailDone(source: string, streamId: string, mailId: string): DueChange {
  return { kind: MAIL, id: rowOf(source, streamId, mailId), done: true };
}
function rowOf(source: string, streamId: string, mailId: string): string {
  return `${source}:${streamId}:${mailId}`;
}

/** Sends mails that are due: at least once, always under the same Message-ID, so that a mailbox shows one. */
@Worker()
@Injectable()
export class Mailing implements DueWorker {
  readonly kind = MAIL;
  readonly concurrency = 4;
  readonly background = true;
  readonly partner = 'mail';
  /** of the public address; ends the Message-IDs */
  private readonly host: string;

  constructor(
    private readonly transport: MailTransport,
    private readonly discovered: Discovered,
    @InjectConfig() { publicUrl }: Config,
  ) {
    this.host = new URL(publicUrl).hostname;
  }

  async work({ id, about = '' }: DueRow): Promise<Position | undefined> {
    const [source = '', streamId = '', ...rest] = id.split(':');
    const due: DueMail = { mailId: rest.join(':'), kind: about };
    const from = this.discovered.of(Letters).find((one) => one.source === source);
    if (!from) throw new Error(`no mails known of ${source}`);
    const mail = await from.compose(streamId, due);
    if (!mail) return from.ended(streamId, due, 'suppressed');
    const messageId = this.messageId(source, streamId, due.mailId);
    await this.transport.send({
      messageId,
      to: mail.to,
      kind: mail.content.kind,
      ...renderLetter(from.write(mail.content)),
    });
    return from.ended(streamId, due, 'sent');
  }

  forget(source: string, streamId: string, mailIds: readonly string[]): Promise<void> {
    return this.transport.removeFor(mailIds.map((mailId) => this.messageId(source, streamId, mailId)));
  }

  private messageId(source: string, streamId: string, mailId: string): string {
    return messageIdFor(source, `${streamId}:${mailId}`, this.host);
  }
}
