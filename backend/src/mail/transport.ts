import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { OnAnswer } from '../platform/due/breakers.js';
import { oneLine } from './letter.js';
import { MailFiles } from './mail-files.js';

export interface OutgoingMail {
  /** from `messageIdFor`: sending again under the same one repeats the same mail */
  messageId: string;
  /** one bare address */
  to: string;
  kind: string;
  subject: string;
  text: string;
  html: string;
}

/** Where mails go: files of a directory, or an SMTP server (`smtp:` or `smtps:`, with user and password when it asks). */
export type MailRoute = { directory: string } | { smtpUrl: string; heard?: OnAnswer };

/** Says why in codes only: what a server answers may quote the address. */
export class MailNotSent extends Error {
  constructor(cause: unknown) {
    const { code = 'unknown', responseCode = '' } = cause as SmtpError;
    super(`mail not sent: ${code} ${responseCode}`.trim());
    this.name = 'MailNotSent';
  }
}

interface SmtpError {
  code?: string;
  responseCode?: number;
}
type Composed = SendMailOptions & { messageId: string };

interface Route {
  deliver(mail: Composed, kind: string): Promise<void>;
  remove(messageIds: readonly string[]): Promise<void>;
  close(): void;
}

const ONE_ADDRESS = /^[^\s<>(),;:@]+@[^\s<>(),;:@]+$/;
/** ms */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

function fileRoute(directory: string, now: () => number): Route {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const files = new MailFiles(directory, now);
  return {
    async deliver(mail, kind) {
      const { message } = await composer.sendMail(mail);
      await files.keep(mail.messageId, kind, message as Buffer);
    },
    remove: (messageIds) => files.remove(messageIds),
    close: () => composer.close(),
  };
}

/** Trouble of the server, and not a no to this mail: it did not answer, or says 421, or refuses our login. */
function serverTrouble({ code = 'unknown', responseCode }: SmtpError): string | null {
  const isOfServer = responseCode === undefined ? code !== 'EENVELOPE' : responseCode === 421 || code === 'EAUTH';
  return isOfServer ? code : null;
}

function smtpRoute(url: string, heard: OnAnswer = () => undefined): Route {
  const pool = nodemailer.createTransport({ url, pool: true, maxConnections: 4, ...PATIENCE });
  return {
    async deliver(mail) {
      await pool.sendMail(mail).catch((error: Error & SmtpError) => {
        heard(serverTrouble(error));
        throw new MailNotSent(error);
      });
      heard(null);
    },
    async remove() {},
    close: () => pool.close(),
  };
}

/** Sends mails through nodemailer. It logs nothing: no address ever leaves it but towards the mail's receiver. */
export class MailTransport {
  private readonly route: Route;

  constructor(
    route: MailRoute,
    /** address, or 'Name <address>' */
    private readonly from: string,
    now: () => number = Date.now,
  ) {
    this.route = 'directory' in route ? fileRoute(route.directory, now) : smtpRoute(route.smtpUrl, route.heard);
  }

  /** Resolves once kept or taken by the server; idempotent. @throws MailNotSent; Error when `to` is no bare address */
  async send({ messageId, to, kind, subject, text, html }: OutgoingMail): Promise<void> {
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
    await this.route.deliver(mail, kind);
  }

  /** Erasure: removes kept mails. What an SMTP server has taken is out of reach. */
  async removeFor(messageIds: readonly string[]): Promise<void> {
    await this.route.remove(messageIds);
  }

  close(): void {
    this.route.close();
  }
}
