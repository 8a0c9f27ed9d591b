import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { OnAnswer } from '../jobs/partner-limit.js';
import { RetryableError } from '../jobs/retries.js';
import { withTimeout } from '../stores/with-timeout.js';
import { type Bounce, bounceOf, isServersTrouble, type SendFailure } from './bounces.js';
import { SEND_WITHIN } from './mail.js';
import { MailFiles } from './mail-files.js';
import { oneLine } from './mail-template.js';

export interface OutgoingMail {
  messageId: string;
  about: string;
  to: string;
  kind: string;
  subject: string;
  text: string;
  html: string;
}

export type MailRoute = { directory: string } | SmtpRoute;

interface SmtpRoute {
  smtpUrl: string;
  /** refuses a server without STARTTLS */
  needsTls?: boolean;
  recordResult?: OnAnswer;
}

/** An attempt later may succeed. The message holds codes only: a server's reply may quote the address. */
export class MailNotSent extends Error {
  private readonly isServersTrouble: boolean;

  constructor(cause: SendFailure) {
    const { code = 'unknown', responseCode = '' } = cause;
    super(`mail not sent: ${code} ${responseCode}`.trim());
    this.name = 'MailNotSent';
    this.isServersTrouble = isServersTrouble(cause);
  }

  retryable(leaseUntil: number): RetryableError {
    return new RetryableError(this.message, {
      notBefore: leaseUntil,
      ...(this.isServersTrouble ? { partner: 'mail' } : {}),
    });
  }
}

export class MailRefused extends Error {
  constructor(readonly bounce: Bounce) {
    super(`mail refused: ${bounce.reply}`);
    this.name = 'MailRefused';
  }
}

type Composed = SendMailOptions & { messageId: string };

interface Route {
  ready(anew?: boolean): Promise<void>;
  deliver(mail: Composed, about: string, kind: string): Promise<void>;
  removeAbout(about: string, exceptKind?: string): Promise<void>;
  remove(about: string, messageId: string): Promise<void>;
  copy(about: string, messageId: string): Promise<Buffer | null>;
  close(): void;
}

const ONE_ADDRESS = /^[^\s<>(),;:@]+@[^\s<>(),;:@]+$/;
const AT_ONCE = { files: 32, smtp: 4 };
/** ms */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const tooSlow = () => Object.assign(new Error('the mail server answers too slowly'), { code: 'ETIMEDOUT' });

function fileRoute(directory: string, now: () => number): Route {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const files = new MailFiles(directory, now);
  return {
    async ready() {},
    async deliver(mail, about, kind) {
      const { message } = await composer.sendMail(mail);
      await files.keep(mail.messageId, about, kind, message as Buffer);
    },
    removeAbout: (about, exceptKind) => files.removeAbout(about, exceptKind),
    remove: (about, messageId) => files.remove(about, messageId),
    copy: (about, messageId) => files.read(about, messageId),
    close: () => composer.close(),
  };
}

function smtpRoute({ smtpUrl: url, needsTls = false, recordResult = () => undefined }: SmtpRoute): Route {
  // https://nodemailer.com/smtp/#tls-options
  const pool = nodemailer.createTransport({
    url,
    requireTLS: needsTls,
    pool: true,
    maxConnections: AT_ONCE.smtp,
    ...PATIENCE,
  });
  let signedIn: Promise<unknown> | null = null;
  const inTrouble = (failure: SendFailure): MailNotSent => {
    signedIn = null;
    recordResult(failure.code ?? 'unknown');
    return new MailNotSent(failure);
  };
  return {
    async ready(anew = false) {
      if (anew) signedIn = null;
      // nodemailer limits bytes (maxResponseSize, 1 MB), but a server that sends single bytes is never idle.
      signedIn ??= withTimeout(SEND_WITHIN, pool.verify(), tooSlow);
      await signedIn.catch((failure: SendFailure) => {
        throw inTrouble(failure);
      });
    },
    async deliver(mail) {
      const signal = AbortSignal.timeout(SEND_WITHIN);
      try {
        await pool.sendMail({ ...mail, signal });
      } catch (error) {
        const failure = error as SendFailure;
        const bounce = bounceOf(failure);
        if (bounce === null && isServersTrouble(failure)) throw inTrouble(failure);
        recordResult(null);
        throw bounce ? new MailRefused(bounce) : new MailNotSent(failure);
      }
      recordResult(null);
    },
    async removeAbout() {},
    async remove() {},
    copy: async () => null,
    close: () => pool.close(),
  };
}

/** Sends mails through nodemailer, without logs: an address only leaves it towards the recipient. */
export class MailTransport {
  readonly atOnce: number;
  readonly keepsCopies: boolean;
  private readonly route: Route;

  constructor(
    route: MailRoute,
    private readonly from: string,
    now: () => number = Date.now,
  ) {
    this.keepsCopies = 'directory' in route;
    this.atOnce = this.keepsCopies ? AT_ONCE.files : AT_ONCE.smtp;
    this.route = 'directory' in route ? fileRoute(route.directory, now) : smtpRoute(route);
  }

  /** Checks the server before the first mail and after trouble: an outage costs no claims. @throws MailNotSent */
  async ready(): Promise<void> {
    await this.route.ready();
  }

  /** Checks the server now. @throws MailNotSent */
  async verify(): Promise<void> {
    await this.route.ready(true);
  }

  /** Resolves once stored or accepted; idempotent. @throws MailRefused | MailNotSent; Error for a bad `to` */
  async send({ messageId, about, to, kind, subject, text, html }: OutgoingMail): Promise<void> {
    if (!ONE_ADDRESS.test(to)) throw new Error('a mail goes to one bare address');
    const mail = {
      messageId,
      from: this.from,
      to: { name: '', address: to },
      subject: oneLine(subject),
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    await this.route.deliver(mail, about, kind);
  }

  async removeAbout(about: string, exceptKind?: string): Promise<void> {
    await this.route.removeAbout(about, exceptKind);
  }

  async remove(about: string, messageId: string): Promise<void> {
    await this.route.remove(about, messageId);
  }

  /** Null where no copies are kept, or this one is gone. */
  copy(about: string, messageId: string): Promise<Buffer | null> {
    return this.route.copy(about, messageId);
  }

  close(): void {
    this.route.close();
  }
}
