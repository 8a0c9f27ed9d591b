import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../config/tokens.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import { sha256 } from '../../event-sourcing/ids.js';
import { isOwnTemplate } from '../../mail/template-text.js';
import { order } from '../../orders/order.js';
import { type HintFacts, ReceiveHint } from '../../orders/order-proofs.js';
import { KeptMails } from './kept-mails.js';
import { type Authentication, type Sender, senderOf } from './mail-sender.js';
import { isReply } from './mail-words.js';
import { NamedOrders } from './named-orders.js';
import { originalsIn, type WholeMail, wholeMail } from './originals.js';
import { partsOf, textOf } from './signed-original.js';
import { SignedProofs } from './signed-proofs.js';

export interface ForwardedMail {
  from: string;
  subject: string;
  text?: string | undefined;
  html?: string | undefined;
  /** base64 */
  raw?: string | undefined;
  authentication?: Authentication;
}
/** `proof`: the order is bought; `hint`: a review or a lookup is pending; `none`: no order matches */
export type MailOutcome = 'proof' | 'hint' | 'none';

/** characters */
const TEXT_READ = 65_536;
const NO_ORIGINAL = 'It contains no message signed by the retailer.';

/** Accepts forwarded mails: signed confirmations of the retailer as proof, others as hints. */
@Injectable()
export class ForwardedMails {
  constructor(
    private readonly commands: Commands,
    private readonly proofs: SignedProofs,
    private readonly orders: NamedOrders,
    private readonly mails: KeptMails,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async take(mail: ForwardedMail, metadata: CommandMetadata): Promise<MailOutcome> {
    const sender = senderOf(mail.from, mail.authentication);
    if (!sender) return 'none';
    const doubt = { why: NO_ORIGINAL, original: null as string | null };
    const whole = await wholeMail(mail.raw);
    const isAnswer = isReply(mail.subject);
    for (const original of originalsIn(whole, mail.text)) {
      // A redirected message keeps the retailer's signed subject, so it is no reply.
      if (isAnswer && !whole?.message.equals(original)) {
        doubt.why = 'It is a reply.';
        continue;
      }
      const outcome = await this.proofs.take(original, metadata);
      if ('orderId' in outcome) return 'proof';
      if (doubt.original === null) doubt.why = outcome.why;
      if (outcome.isLater) doubt.original = original.toString('base64');
    }
    const text = await readable(mail, whole);
    if (isOwnTemplate(text)) return 'none';
    return this.hint({ sender, subject: mail.subject, text, ...doubt }, metadata);
  }

  private async hint(mail: ReadMail, metadata: CommandMetadata): Promise<MailOutcome> {
    const { sender, subject, text, why, original } = mail;
    const named = await this.orders.find(sender.address, `${subject}\n${text}`);
    if (!named) return 'none';
    const { orderId, reference } = named;
    const digest = sha256(JSON.stringify([sender.address, subject, text]));
    const proofId = `${orderId}.${digest.slice(0, 16)}`;
    const { isAuthenticated } = sender;
    const about: HintFacts = {
      ...{ proofId, record: proofId, sha256: digest, reference, isAuthenticated, why },
      isUnverified: original !== null,
    };
    const command = new ReceiveHint(orderId, about, derivedMetadata(metadata));
    const state = await this.commands.state(order, orderId);
    if (state.placed && order.decide(command, state, this.clock()).length === 0) return 'hint';
    await this.mails.keep(proofId, { from: sender.address, subject, text, original });
    await this.commands.execute(order, command);
    return 'hint';
  }
}

interface ReadMail {
  sender: Sender;
  subject: string;
  text: string;
  why: string;
  original: string | null;
}

async function readable({ text, html }: ForwardedMail, whole: WholeMail | null): Promise<string> {
  const sent = textOf({ text, html: html?.slice(0, 4 * TEXT_READ) });
  const parts = whole?.parts;
  if (!parts) return sent.slice(0, TEXT_READ);
  const attached = await Promise.all(
    parts.attachments
      .filter(({ mimeType }) => mimeType === 'message/rfc822')
      .slice(0, 3)
      .map(({ content }) => (typeof content === 'string' ? null : partsOf(Buffer.from(content as Uint8Array)))),
  );
  const inside = attached.flatMap((one) => (one ? [`${one.subject ?? ''}\n${textOf(one)}`] : []));
  return [sent.trim() ? sent : textOf(parts), ...inside].join('\n\n').slice(0, TEXT_READ);
}
