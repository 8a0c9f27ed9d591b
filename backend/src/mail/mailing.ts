import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { InjectClock, InjectConfig } from '../config/tokens.js';
import { Holders } from '../event-sourcing/claims.js';
import { derivedMetadata, workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { Discovered, discoverable } from '../event-sourcing/discovered.js';
import { Semaphore } from '../http/semaphore.js';
import { type JobWorker, type Reschedule, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import type { Position } from '../stores/event-log/event-log.js';
import { ClaimMail, MAIL, type MailName, type MailOutcome, mail, mailNamed, RecordMail, SEND_WITHIN } from './mail.js';
import type { MailTemplate } from './mail-template.js';
import { renderMail } from './render-mail.js';
import { MailNotSent, MailRefused, MailTransport } from './transport.js';

export interface ComposedMail<Content extends { kind: string } = { kind: string }> {
  to: string;
  accountId: string | null;
  content: Content;
  /** whose erasure removes the kept copy; default: what the mail is about */
  holder?: string;
}

export interface MailSource {
  readonly kinds: readonly string[];
  /** null when there is no recipient or nothing to say */
  compose(mail: MailName): Promise<ComposedMail | null>;
  /** @throws RangeError for an unknown time zone */
  write(content: ComposedMail['content']): MailTemplate;
  /** `accountId`: owner of the address */
  isErased(mail: MailName, accountId: string | null): Promise<boolean>;
  ended?(mail: MailName): Promise<void>;
}

export const MailSources = discoverable<MailSource>();

/** `request`: which request of the mail it answers, from 1; 0 if it was not claimed. `accountId`: owner of the address */
interface Attempt {
  outcome: MailOutcome;
  request: number;
  accountId: string | null;
  holder?: string;
}

/** Sends due mails at least once, each under one Message-ID, after a claim. See docs/decisions/0031. */
@Worker()
@Injectable()
export class Mailing implements JobWorker {
  readonly kind = MAIL;
  readonly concurrency: number;
  readonly parks = true;
  readonly partner = 'mail';
  /** ms; includes the check of the server and the wait for a place */
  readonly deadline = 3 * SEND_WITHIN;
  private readonly by: string;
  /** by mail id, not recorded yet as far as is known: these mails must not be sent again */
  private readonly unrecorded = new Map<string, Attempt>();
  /** A mail is claimed only once it can be sent: waiting for a connection would use up its lease. */
  private readonly places: Semaphore;
  private readonly host: string;
  private readonly supportEmail: string | null;

  constructor(
    private readonly commands: Commands,
    private readonly transport: MailTransport,
    private readonly discovered: Discovered,
    @InjectConfig() { publicUrl, supportEmail }: Config,
    @InjectClock() private readonly clock: () => number,
    holders: Holders,
  ) {
    this.by = holders.thread(MAIL);
    // While some are composed and sent, as many are recorded.
    this.concurrency = 2 * transport.atOnce;
    const busy = () => new Error('more mails at once than the worker begins');
    this.places = new Semaphore({ atOnce: transport.atOnce, waiting: this.concurrency, busy });
    this.host = new URL(publicUrl).hostname;
    this.supportEmail = supportEmail;
  }

  async work(row: Job, signal: AbortSignal): Promise<Position | Reschedule | undefined> {
    const { id } = row;
    const attempt = (await this.stillUnrecorded(id)) ?? (await this.send(row, signal));
    if (typeof attempt === 'number' || 'rescheduleAt' in attempt) return attempt;
    this.unrecorded.set(id, attempt);
    const position = await this.record(row, attempt, workerMetadata(MAIL));
    this.unrecorded.delete(id);
    return position;
  }

  /** The attempt may have been recorded after all, and the mail requested again since. */
  private async stillUnrecorded(id: string): Promise<Attempt | undefined> {
    const attempt = this.unrecorded.get(id);
    if (!attempt) return undefined;
    const { requests } = await this.commands.state(mail, id);
    return requests <= attempt.request ? attempt : undefined;
  }

  async setAside(row: Job, metadata: CommandMetadata): Promise<Position> {
    return this.record(row, await this.suppressed(row), derivedMetadata(metadata));
  }

  private async record(
    { id, cause }: Job,
    { outcome, request, accountId, holder = mailNamed(id).about }: Attempt,
    metadata: CommandMetadata,
  ): Promise<Position> {
    const name = mailNamed(id);
    const source = this.sourceOf(name);
    await source.ended?.(name);
    if (request > 0 && this.transport.keepsCopies) {
      // A copy must not outlive an erasure during the send, and nothing looks for it once the mail is recorded.
      const isOver = outcome === 'suppressed' || (await source.isErased(name, accountId));
      // Others of that person may have to stay.
      if (isOver) await this.transport.remove(holder, this.messageId(id, request));
    }
    return (await this.commands.execute(mail, new RecordMail(id, { cause, outcome }, metadata))).position;
  }

  /** A process that crashed may have sent what was claimed. */
  private async suppressed({ id }: Job): Promise<Attempt> {
    const { claim, outcome, requests } = await this.commands.state(mail, id);
    const request = claim && outcome === null ? requests : 0;
    return { outcome: 'suppressed', request, accountId: null, holder: claim?.holder };
  }

  /** It is composed once it has its place, so that it says what is true then. */
  private send(row: Job, signal: AbortSignal): Promise<Attempt | Position | Reschedule> {
    return this.places.take(async () => {
      const name = mailNamed(row.id);
      const composed = await this.sourceOf(name).compose(name);
      return composed ? this.claimAndSend(row, composed, signal) : this.suppressed(row);
    });
  }

  /** Returns a position where another worker has ended the mail. */
  private async claimAndSend(
    { id, cause, attempt }: Job,
    { to, accountId, content, holder }: ComposedMail,
    signal: AbortSignal,
  ): Promise<Attempt | Position | Reschedule> {
    const name = mailNamed(id);
    const source = this.sourceOf(name);
    const rendered = renderMail(source.write(content), this.supportEmail);
    let leaseUntil = 0;
    let request = 0;
    try {
      await this.transport.ready();
      signal.throwIfAborted();
      const claim = new ClaimMail(id, { cause, by: this.by, holder, isNew: attempt === 0 }, workerMetadata(MAIL));
      const { state, position } = await this.commands.execute(mail, claim);
      if (state.outcome) return position;
      leaseUntil = state.claim?.leaseUntil ?? 0;
      request = state.requests;
      // This follows the claim, so that an erasure until then stops the mail.
      if (await source.isErased(name, accountId)) return { outcome: 'suppressed', request, accountId, holder };
      const messageId = this.messageId(id, request);
      await this.transport.send({ messageId, about: holder ?? name.about, to, kind: content.kind, ...rendered });
      return { outcome: 'sent', request, accountId, holder };
    } catch (error) {
      if (error instanceof MailRefused) return { outcome: { ...error.bounce, accountId }, request, accountId };
      if (error instanceof MailNotSent) throw error.retryable(leaseUntil);
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'claimed') return { rescheduleAt: this.clock() + (error.retryAfter ?? 1) * 1_000 };
      throw error;
    }
  }

  private sourceOf({ kind }: MailName): MailSource {
    const source = this.discovered.of(MailSources).find(({ kinds }) => kinds.includes(kind));
    if (!source) throw new Error(`no mail is known of kind ${kind}`);
    return source;
  }

  forget(about: string, exceptKind?: string): Promise<void> {
    return this.transport.removeAbout(about, exceptKind);
  }

  /** A mail as it was sent; null where no copies are kept, or it is gone. */
  copy(mailId: string, messageId: string): Promise<Buffer | null> {
    return this.transport.copy(mailNamed(mailId).about, messageId);
  }

  messageId(mailId: string, request: number): string {
    return messageIdFor(mailId, String(request), this.host);
  }
}

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

/** A stable id, so that a mail sent twice appears once; hashed for the header. @throws Error for a bad `host` */
export function messageIdFor(kind: string, id: string, host = 'supreme-access.test'): string {
  if (!HOST.test(host)) throw new Error('a Message-ID needs a host name');
  return `<${hash('sha256', JSON.stringify([kind, id]), 'hex').slice(0, 40)}@${host}>`;
}
