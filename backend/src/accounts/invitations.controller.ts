import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Needs } from '../platform/auth/guard.js';
import { Refused } from '../platform/decider.js';
import { AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { type Asked, Asks } from '../platform/http/request.js';
import { Invitations } from './invitations.js';
import { InvitationBody } from './requests.js';

/** How others become an account. */
@ApiTags('admin invitations')
@Controller('api/admin/invitations')
export class InvitationsController {
  constructor(private readonly invitations: Invitations) {}

  /** A signed token for `/register/ad`, good for one registration. */
  @Post()
  @AnswersSuccess({ adtoken: { type: 'string' } })
  @Refuses('invalid', 'invalid:expiry-past')
  @Needs('admin')
  async invite(@Body() { email, role, expiresAt }: InvitationBody, @Asks() { origin }: Asked) {
    const adtoken = await this.invitations.make(
      { email: email ?? null, role: role ?? null, expiresAt: expiresAt ? instant(expiresAt) : null },
      origin,
    );
    return { success: true, adtoken };
  }
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function instant(text: string): number {
  const at = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Refused('invalid', 'invalid', 'expiresAt must be an ISO 8601 instant.');
  return at;
}
