import { createHmac, timingSafeEqual } from 'node:crypto';
import { Body, type CanActivate, Controller, type ExecutionContext, Injectable, Post, UseGuards } from '@nestjs/common';
import { ApiHeader, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsDefined } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Open } from '../platform/auth/guard.js';
import { Refused } from '../platform/decider.js';
import { AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { Structure, Text } from '../platform/http/fields.js';
import { type Asked, Asks } from '../platform/http/request.js';
import { Secrets } from '../platform/secrets.js';
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

/** Lets through what our mail service has signed: HMAC-SHA256 of the raw body, hex or base64url. */
@Injectable()
export class InboundSignature implements CanActivate {
  constructor(private readonly secrets: Secrets) {}

  canActivate(context: ExecutionContext): boolean {
    const { rawBody, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const given = headers['x-signature'];
    const digest = createHmac('sha256', this.secrets.get('inbound-mail'))
      .update(rawBody ?? '')
      .digest();
    const text = typeof given === 'string' ? given.replace(/^sha256=/, '') : '';
    const read = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64url');
    if (read.length === digest.length && timingSafeEqual(read, digest)) return true;
    throw new Refused('signature-invalid', 'unauthorized', 'This mail is not signed.');
  }
}

@ApiTags('webhooks')
@Controller('api/inbound')
export class InboundMailController {
  constructor(private readonly mails: ForwardedMails) {}

  /** Answers whether it confirmed an order of its sender. An order's id alone, a reply, or a letter of our own confirms nothing. */
  @Post('email')
  @AnswersSuccess({ matched: { type: 'boolean' } })
  @Refuses('unauthorized:signature-invalid', 'forbidden:sender-forged')
  @Open()
  @UseGuards(InboundSignature)
  @ApiHeader({ name: 'x-signature', required: true })
  async receive(@Body() mail: InboundMailBody, @Asks() { origin }: Asked) {
    if (isForged(mail)) throw new Refused('sender-forged', 'forbidden', 'This mail is not from who it says.');
    return { success: true, matched: await this.mails.take(mail, origin) };
  }
}

/** A stated fail (RFC 8601) of either: whoever wrote it, it was not the address it comes from. */
function isForged({ authentication }: InboundMailBody): boolean {
  return [authentication?.spf, authentication?.dkim].some((result) => /^(hard)?fail$/i.test(String(result)));
}
