import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Injectable,
  Post,
  Req,
  UseGuards,
} from '@nestjs/common';
import { ApiHeader, ApiProperty, ApiTags } from '@nestjs/swagger';
import { FLAG, oneOf } from '@supreme-access/contract/shapes/primitives.js';
import { IsDefined } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Open } from '../auth/guard.js';
import { InjectClock, InjectVault } from '../config/tokens.js';
import { Refused } from '../event-sourcing/decider.js';
import { sha256 } from '../event-sourcing/ids.js';
import { type RequestContext } from '../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../http/answers.js';
import { Structure, Text } from '../http/fields.js';
import { LargeBody } from '../http/large-bodies.js';
import { Context } from '../http/request.js';
import { Secrets } from '../stores/vault/secrets.js';
import { keptIn, type Vault } from '../stores/vault/vault.js';
import { ForwardedMails, type MailOutcome } from './proofs/forwarded-mails.js';
import { isForged } from './proofs/mail-sender.js';

/** bytes */
const BODY_MAX = 1_536 * 1_024;
const TEXT_MAX = 200_000;
/** characters of base64; a message of 700 kB */
const RAW_MAX = 960_000;

export class InboundMailBody {
  @Text({ max: 400, verbatim: true, description: 'who forwarded it: an address, with or without a name' })
  from: string;
  @Text({ max: 1_000, blank: true, verbatim: true })
  subject: string;
  @Text({ max: 1_000, optional: true, blank: true, verbatim: true, description: 'whom it came to' })
  to?: string | null;
  @Text({ max: TEXT_MAX, optional: true, blank: true, verbatim: true, description: 'its plain text' })
  text?: string | null;
  @Text({
    max: TEXT_MAX,
    optional: true,
    blank: true,
    verbatim: true,
    description: 'its HTML, read where there is no text',
  })
  html?: string | null;
  @Text({
    max: RAW_MAX,
    optional: true,
    blank: true,
    verbatim: true,
    description:
      "the whole message, base64: what is attached to it or copied into it may be the retailer's own message with its DKIM signature",
  })
  raw?: string | null;
  @ApiProperty({ description: 'when it came: ISO text or ms UTC', oneOf: [{ type: 'string' }, { type: 'number' }] })
  @IsDefined()
  receivedAt: string | number;
  @Structure({
    optional: true,
    nullable: true,
    verbatim: true,
    description:
      'what our mail service found of the sender: spf, dkim and dmarc, each {result, domain}; a word alone proves no sender',
  })
  authentication?: Record<string, unknown> | null;
}

/** s; the same tolerance as Stripe's: https://docs.stripe.com/webhooks#replay-attacks */
const TOLERANCE = 300;
/** ms that a duplicate is recognised; orders end earlier */
const RECOGNISED_FOR = 90 * 24 * 3_600_000;

/** HMAC-SHA256 of the raw body, or of `time.body` when the time header is present, as hex or base64url. */
@Injectable()
export class InboundSignature implements CanActivate {
  constructor(
    private readonly secrets: Secrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const { rawBody, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const time = headers['x-signature-time'];
    if (time !== undefined && !this.isNow(String(time))) throw notSigned();
    const digest = createHmac('sha256', this.secrets.get('inbound-mail'))
      .update(time === undefined ? '' : `${time}.`)
      .update(rawBody ?? '')
      .digest();
    const given = headers['x-signature'];
    const text = typeof given === 'string' ? given.replace(/^sha256=/, '') : '';
    const read = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64url');
    if (read.length === digest.length && timingSafeEqual(read, digest)) return true;
    throw notSigned();
  }

  private isNow(time: string): boolean {
    return /^\d{10}$/.test(time) && Math.abs(Number(time) - this.clock() / 1_000) <= TOLERANCE;
  }
}

function notSigned(): Refused {
  return new Refused('signature-invalid', 'unauthorized', 'This email is not signed.');
}

@ApiTags('webhooks')
@Controller('api/inbound')
export class InboundMailController {
  constructor(
    private readonly mails: ForwardedMails,
    @InjectVault() private readonly vault: Vault,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** `proof`: the retailer's signature proves an order; `hint`: a review decides; `none`: no order matches. */
  @Post('email')
  @LargeBody(BODY_MAX)
  @AnswersSuccess({ matched: FLAG, outcome: oneOf(['proof', 'hint', 'none']) })
  @Refuses('unauthorized:signature-invalid', 'forbidden:sender-forged')
  @Open()
  @UseGuards(InboundSignature)
  @ApiHeader({ name: 'x-signature', required: true })
  @ApiHeader({ name: 'x-signature-time', required: false, description: 's UTC; part of what is signed' })
  async receive(
    @Body() mail: InboundMailBody,
    @Req() { rawBody }: FastifyRequest,
    @Context() { metadata }: RequestContext,
  ) {
    this.judge(mail);
    const record = `inbound:${sha256(rawBody ?? '')}`;
    const processed = keptIn(await this.vault.get<MailOutcome>('jti', record));
    if (processed) return answerOf(processed);
    const { from, subject, authentication } = mail;
    const [text, html, raw] = [mail.text, mail.html, mail.raw].map((part) => part ?? undefined);
    const outcome = await this.mails.take({ from, subject, text, html, raw, authentication }, metadata);
    await this.vault.put('jti', record, outcome, { expiresAt: this.clock() + RECOGNISED_FOR });
    return answerOf(outcome);
  }

  /** @throws Refused 'sender-forged' */
  private judge({ authentication }: InboundMailBody): void {
    if (isForged(authentication)) {
      throw new Refused('sender-forged', 'forbidden', 'This email is not from the sender it names.');
    }
  }
}

function answerOf(outcome: MailOutcome) {
  return { success: true, matched: outcome !== 'none', outcome };
}
