import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { OnAnswer } from '../jobs/breakers.js';
import { InVain } from '../jobs/tries.js';
import { within } from '../stores/within.js';
import { type Bounce, bounceOf, isServersTrouble, type SendFailure } from './bounces.js';
import { oneLine } from './letter.js';
import { SEND_WITHIN } from './mail.js';
import { MailFiles } from './mail-files.js';

export interface OutgoingMail {
  /** from `messageIdFor`: sending again under the same one repeats the same mail */
  messageId: string;
  /** kept copies are removed by what they are about */
  about: string;
  /** one bare address */
  to: string;
  kind: string;
  subject: string;
  text: string;
  html: string;
}

/** Where mails go: files of a directory, or an SMTP server (`smtp:` or `smtps:`, with user and password when it asks). */
export type MailRoute = { directory: string } | SmtpRoute;

interface SmtpRoute {
  smtpUrl: string;
  /** by STARTTLS where the server's port begins without; nothing is said to it otherwise */
  needsTls?: boolean;
  heard?: OnAnswer;
}

/** It may be taken later. Says why in codes only: what a server answers may quote the address. */
export class MailNotSent extends Error {
  /** no other mail would have got through either */
  private readonly isServersTrouble: boolean;

  constructor(cause: SendFailure) {
    const { code = 'unknown', responseCode = '' } = cause;
    super(`mail not sent: ${code} ${responseCode}`.trim());
    this.name = 'MailNotSent';
    this.isServersTrouble = isServersTrouble(cause);
  }

  /** As due work tells it; a claimed mail is not tried again before its lease is over (ms UTC). */
  inVain(leaseUntil: number): InVain {
    return new InVain(this.message, { notBefore: leaseUntil, ...(this.isServersTrouble ? { partner: 'mail' } : {}) });
  }
}

/** It will never be taken. */
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
  close(): void;
}

const ONE_ADDRESS = /^[^\s<>(),;:@]+@[^\s<>(),;:@]+$/;
/** mails on their way at once: files wait for the disk alone, a server is given a few connections */
const AT_ONCE = { files: 16, smtp: 4 };
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
    close: () => composer.close(),
  };
}

function smtpRoute({ smtpUrl: url, needsTls = false, heard = () => undefined }: SmtpRoute): Route {
  // https://nodemailer.com/smtp/#tls-options
  const pool = nodemailer.createTransport({
    url,
    requireTLS: needsTls,
    pool: true,
    maxConnections: AT_ONCE.smtp,
    ...PATIENCE,
  });
  let known: Promise<unknown> | null = null;
  const inTrouble = (failure: SendFailure): MailNotSent => {
    known = null;
    heard(failure.code ?? 'unknown');
    return new MailNotSent(failure);
  };
  return {
    async ready(anew = false) {
      if (anew) known = null;
      // Bytes are bounded by nodemailer (maxResponseSize, 1 MB); who answers a letter at a time is never idle.
      known ??= within(SEND_WITHIN, pool.verify(), tooSlow);
      await known.catch((failure: SendFailure) => {
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
        heard(null);
        throw bounce ? new MailRefused(bounce) : new MailNotSent(failure);
      }
      heard(null);
    },
    async removeAbout() {},
    close: () => pool.close(),
  };
}

/** Sends mails through nodemailer. It logs nothing: no address ever leaves it but towards the mail's receiver. */
export class MailTransport {
  /** mails that may be on their way at once */
  readonly atOnce: number;
  /** erasure reaches what is kept */
  readonly keepsCopies: boolean;
  private readonly route: Route;

  constructor(
    route: MailRoute,
    /** address, or 'Name <address>' */
    private readonly from: string,
    now: () => number = Date.now,
  ) {
    this.keepsCopies = 'directory' in route;
    this.atOnce = this.keepsCopies ? AT_ONCE.files : AT_ONCE.smtp;
    this.route = 'directory' in route ? fileRoute(route.directory, now) : smtpRoute(route);
  }

  /** Asks the server before the first mail and after its trouble whether it takes any: an outage costs no claims. @throws MailNotSent */
  async ready(): Promise<void> {
    await this.route.ready();
  }

  /** Asks it now, whatever it said before. @throws MailNotSent */
  async verify(): Promise<void> {
    await this.route.ready(true);
  }

  /** Resolves once kept or taken by the server; idempotent. @throws MailRefused | MailNotSent; Error when `to` is no bare address */
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

  /** Erasure: removes kept mails. What an SMTP server has taken is out of reach. */
  async removeAbout(about: string, exceptKind?: string): Promise<void> {
    await this.route.removeAbout(about, exceptKind);
  }

  close(): void {
    this.route.close();
  }
}
