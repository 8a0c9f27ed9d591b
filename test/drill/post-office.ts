import type { OutgoingMail } from '../../backend/src/mail/transport.js';

export interface PostedMail {
  messageId: string;
  kind: string;
  to: string;
  text: string;
  /** ms UTC */
  at: number;
  from: string;
}

/** Takes mails as an SMTP server does, and remembers each delivery. */
export class PostOffice {
  readonly taken: PostedMail[] = [];

  async take(from: string, { messageId, kind, to, text }: OutgoingMail): Promise<void> {
    this.taken.push({ messageId, kind, to, text, at: Date.now(), from });
  }
}
