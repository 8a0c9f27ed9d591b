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
import { IsDefined } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Open } from '../platform/auth/guard.js';
import type { Config } from '../platform/config.js';
import { Refused } from '../platform/decider.js';
import { AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { Structure, Text } from '../platform/http/fields.js';
import { type Asked, Asks } from '../platform/http/request.js';
import { sha256 } from '../platform/ids.js';
import { InjectClock, InjectConfig, InjectVault } from '../platform/platform.js';
import { Secrets } from '../platform/secrets.js';
import { keptIn, type Vault } from '../platform/vault/vault.js';
import { ForwardedMails } from './forwarded-mails.js';

export class InboundMailBody {
  @Text({ max: 400, description: 'who forwarded it: an address, with or without a name' })
  from: string;
  @Text({ max: 1_000, blank: true })
  subject: string;
  @Text({
    max: 200_000,
    blank: true,
    verbatim: true,
    description:
      "the retailer's confirmation: it confirms the order whose reference it prints, or whose order number is known",
  })
  text: string;
  @ApiProperty({ description: 'when it came: ISO text or ms UTC', oneOf: [{ type: 'string' }, { type: 'number' }] })
  @IsDefined()
  receivedAt: string | number;
  @Structure({ optional: true, nullable: true, description: 'what our mail service found of the sender: spf, dkim' })
  authentication?: Record<string, unknown> | null;
}

/** s by which the time of a signature may differ from ours, as of Stripe's (https://docs.stripe.com/webhooks#replay-attacks) */
const TOLERANCE = 300;
/** ms for which a mail is known again; an order has long ended then */
const KNOWN_FOR = 90 * 24 * 3_600_000;

/**
 * Lets through what our mail service has signed: HMAC-SHA256 of the raw body, or of `time.body` where the header of the time comes
 * along, hex or base64url.
 */
@Injectable()
export class InboundSignature implements CanActivate {
  constructor(
    private readonly secrets: Secrets,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const { rawBody, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const time = headers['x-signature-time'];
    if (time === undefined ? this.config.inboundStrict : !this.isNow(String(time))) throw notSigned();
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
  return new Refused('signature-invalid', 'unauthorized', 'This mail is not signed.');
}

@ApiTags('webhooks')
@Controller('api/inbound')
export class InboundMailController {
  constructor(
    private readonly mails: ForwardedMails,
    @InjectVault() private readonly vault: Vault,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /**
   * Answers whether it confirmed an order of its sender; the same body again, what the first one did. An order's id alone, a reply, or
   * a letter of our own confirms nothing.
   */
  @Post('email')
  @AnswersSuccess({ matched: { type: 'boolean' } })
  @Refuses('unauthorized:signature-invalid', 'forbidden:sender-forged', 'forbidden:sender-unproven')
  @Open()
  @UseGuards(InboundSignature)
  @ApiHeader({ name: 'x-signature', required: true })
  @ApiHeader({ name: 'x-signature-time', required: false, description: 's UTC; part of what is signed' })
  async receive(@Body() mail: InboundMailBody, @Req() { rawBody }: FastifyRequest, @Asks() { origin }: Asked) {
    this.judge(mail);
    const record = `inbound:${sha256(rawBody ?? '')}`;
    const known = keptIn(await this.vault.get<{ matched: boolean }>('jti', record));
    if (known) return { success: true, matched: known.matched };
    const matched = await this.mails.take(mail, origin);
    await this.vault.put('jti', record, { matched }, { expiresAt: this.clock() + KNOWN_FOR });
    return { success: true, matched };
  }

  /** @throws Refused 'sender-forged' | 'sender-unproven' */
  private judge({ authentication }: InboundMailBody): void {
    const results = [authentication?.spf, authentication?.dkim];
    // A stated fail (RFC 8601) of either: whoever wrote it, it was not the address it comes from.
    if (results.some((result) => /^(hard)?fail$/i.test(String(result)))) {
      throw new Refused('sender-forged', 'forbidden', 'This mail is not from who it says.');
    }
    const areStated = results.every((result) => typeof result === 'string');
    const isProven = areStated && results.some((result) => /^pass$/i.test(String(result)));
    if (this.config.inboundStrict && !isProven) {
      throw new Refused('sender-unproven', 'forbidden', 'Nothing proves who sent this mail.');
    }
  }
}
