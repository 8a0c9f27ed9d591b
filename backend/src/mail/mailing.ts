import { Injectable } from '@nestjs/common';
import type { Claim } from '../platform/claims.js';
import type { Config } from '../platform/config.js';
import { Refused } from '../platform/decider.js';
import { Discovered, discoverable } from '../platform/discovered.js';
import type { DueChange, DueRow } from '../platform/due/due.projection.js';
import { type DueWorker, type LookAgain, Worker } from '../platform/due/due-work.js';
import { randomId } from '../platform/ids.js';
import type { Position } from '../platform/log/event-log.js';
import { InjectClock, InjectConfig } from '../platform/platform.js';
import type { Letter } from './letter.js';
import { type MailOutcome, SEND_WITHIN } from './mail-claims.js';
import { messageIdFor } from './message-id.js';
import { renderLetter } from './render-letter.js';
import { MailNotSent, MailRefused, MailTransport } from './transport.js';

export interface ComposedMail<Content extends { kind: string } = { kind: string }> {
  to: string;
  content: Content;
}

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
  /** Appends `MailClaimed`, for which one worker alone can be the first; returns the end of its lease, ms UTC. @throws Refused 'claimed' | 'mail-ended' | 'person-erased' */
  claim(streamId: string, mail: DueMail, by: string): Promise<number>;
  /** Records what became of it, which ends the due row. */
  ended(streamId: string, mail: DueMail, outcome: MailOutcome): Promise<Position>;
}

export const Letters = discoverable<MailSource>();

const MAIL = 'mail';
/** ms until the read models know that a mail has ended */
const FOLDED_BY = 1_000;

/** A mail that an event makes due at a time, ms UTC. */
export function mailDue(source: string, streamId: string, { mailId, kind }: DueMail, dueAt: number): DueChange {
  return { kind: MAIL, id: rowOf(source, streamId, mailId), dueAt, about: kind };
}
/** A mail that was claimed: others look at it once the lease is over. */
export function mailClaimed(source: string, streamId: string, mail: DueMail & Claim): DueChange {
  return mailDue(source, streamId, mail, mail.leaseUntil);
}
export function mailDone(source: string, streamId: string, mailId: string): DueChange {
  return { kind: MAIL, id: rowOf(source, streamId, mailId), done: true };
}
function rowOf(source: string, streamId: string, mailId: string): string {
  return `${source}:${streamId}:${mailId}`;
}

/**
 * Sends mails that are due, each claimed by an event first: one send a claim, at least one in all, always under the same
 * Message-ID, so that a mailbox shows one. See docs/decisions/0031.
 */
@Worker()
@Injectable()
export class Mailing implements DueWorker {
  readonly kind = MAIL;
  readonly concurrency: number;
  readonly background = true;
  readonly parks = true;
  readonly partner = 'mail';
  /** ms; the server is asked first whether it is there */
  readonly deadline = 2 * SEND_WITHIN;
  private readonly by = `mail-${randomId().slice(0, 8)}`;
  /** what became of mails by their rows, where it could not be recorded yet: they must not be sent again for that */
  private readonly unrecorded = new Map<string, MailOutcome>();
  /** of the public address; ends the Message-IDs */
  private readonly host: string;
  private readonly supportEmail: string | null;

  constructor(
    private readonly transport: MailTransport,
    private readonly discovered: Discovered,
    @InjectConfig() { publicUrl, supportEmail }: Config,
    @InjectClock() private readonly clock: () => number,
  ) {
    this.concurrency = transport.atOnce;
    this.host = new URL(publicUrl).hostname;
    this.supportEmail = supportEmail;
  }

  async work({ id, about = '' }: DueRow, signal: AbortSignal): Promise<Position | LookAgain | undefined> {
    const { from, streamId, due } = this.mailOf(id, about);
    const came = this.unrecorded.get(id) ?? (await this.send(from, streamId, due, signal));
    if (typeof came === 'object' && !('reason' in came)) return came;
    this.unrecorded.set(id, came);
    const position = await from.ended(streamId, due, came);
    this.unrecorded.delete(id);
    return position;
  }

  setAside({ id, about = '' }: DueRow): Promise<Position> {
    const { from, streamId, due } = this.mailOf(id, about);
    return from.ended(streamId, due, 'suppressed');
  }

  private mailOf(id: string, kind: string): { from: MailSource; streamId: string; due: DueMail } {
    const [source = '', streamId = '', ...rest] = id.split(':');
    const from = this.discovered.of(Letters).find((one) => one.source === source);
    if (!from) throw new Error(`no mails known of ${source}`);
    return { from, streamId, due: { mailId: rest.join(':'), kind } };
  }

  private async send(
    from: MailSource,
    streamId: string,
    due: DueMail,
    signal: AbortSignal,
  ): Promise<MailOutcome | LookAgain> {
    const mail = await from.compose(streamId, due);
    if (!mail) return 'suppressed';
    const messageId = this.messageId(from.source, streamId, due.mailId);
    const letter = renderLetter(from.write(mail.content), this.supportEmail);
    let leaseUntil = 0;
    try {
      await this.transport.ready();
      signal.throwIfAborted();
      leaseUntil = await from.claim(streamId, due, this.by);
      await this.transport.send({ messageId, to: mail.to, kind: mail.content.kind, ...letter });
      return 'sent';
    } catch (error) {
      if (error instanceof MailRefused) return error.bounce;
      if (error instanceof MailNotSent) throw error.inVain(leaseUntil);
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'person-erased') return 'suppressed';
      if (error.code === 'mail-ended') return { lookAgainAt: this.clock() + FOLDED_BY };
      if (error.code === 'claimed') return { lookAgainAt: this.clock() + (error.retryAfter ?? 1) * 1_000 };
      throw error;
    }
  }

  forget(source: string, streamId: string, mailIds: readonly string[]): Promise<void> {
    return this.transport.removeFor(mailIds.map((mailId) => this.messageId(source, streamId, mailId)));
  }

  /** Of every copy of this mail. */
  messageId(source: string, streamId: string, mailId: string): string {
    return messageIdFor(source, `${streamId}:${mailId}`, this.host);
  }
}
