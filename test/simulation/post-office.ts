import { MailRefused, type OutgoingMail } from '../../backend/src/mail/transport.js';

export interface PostedMail {
  messageId: string;
  kind: string;
  to: string;
  text: string;
  /** ms UTC */
  at: number;
  from: string;
}

export class PostOffice {
  readonly taken: PostedMail[] = [];
  /** mails to unknown addresses */
  readonly refused: Pick<PostedMail, 'messageId' | 'to'>[] = [];
  /** addresses that do not exist */
  unknown: readonly string[] = [];

  async take(from: string, { messageId, kind, to, text }: OutgoingMail): Promise<void> {
    if (this.unknown.includes(to)) {
      this.refused.push({ messageId, to });
      throw new MailRefused({ reason: 'no-mailbox', reply: '550 no such mailbox' });
    }
    this.taken.push({ messageId, kind, to, text, at: Date.now(), from });
  }
}
