import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { jwtVerify, SignJWT } from 'jose';
import type { Role } from '../contract/statuses.js';
import { Commands } from '../platform/commands.js';
import type { Origin } from '../platform/decider.js';
import { randomId } from '../platform/ids.js';
import { freshStep } from '../platform/origins.js';
import { InjectClock } from '../platform/platform.js';
import { Secrets } from '../platform/secrets.js';
import { EmailClaims } from './email-claims.js';
import { invitation, invitationInvalid, MakeInvitation, UseInvitation } from './invitation.js';
import type { Admission } from './registration.js';

const AUDIENCE = 'register';
/** ms */
const LIFE = 7 * 24 * 3_600_000;

/** Invitations travel as signed tokens; whether one is used up is the log's to say. */
@Injectable()
export class Invitations {
  constructor(
    private readonly commands: Commands,
    private readonly claims: EmailClaims,
    private readonly secrets: Secrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** A token that lets one person register. `expiresAt` (ms UTC) null: in seven days. */
  async make(
    { email, role, expiresAt }: { email: string | null; role: Role | null; expiresAt: number | null },
    origin: Origin,
  ): Promise<string> {
    const id = randomId();
    const facts = {
      role,
      emailKey: email === null ? null : this.claims.keyOf(email),
      expiresAt: expiresAt ?? this.clock() + LIFE,
    };
    await this.commands.execute(invitation, new MakeInvitation(id, facts, origin));
    return new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setJti(id)
      .setAudience(AUDIENCE)
      .setExpirationTime(Math.ceil(facts.expiresAt / 1_000))
      .sign(this.key());
  }

  /** What the token admits to; it is used up as the account is made. @throws Refused 'invitation-invalid' */
  async admission(token: string, email: string, origin: Origin): Promise<Admission> {
    const id = await this.idOf(token);
    const { made } = await this.commands.state(invitation, id);
    const emailKey = this.claims.keyOf(email);
    if (!made || (made.emailKey !== null && made.emailKey !== emailKey)) throw invitationInvalid();
    return {
      roles: made.role ? [made.role] : [],
      verify: true,
      redeem: async (accountId) => {
        await this.commands.execute(invitation, new UseInvitation(id, { accountId, emailKey }, freshStep(origin)));
      },
    };
  }

  private async idOf(token: string): Promise<string> {
    try {
      const { payload } = await jwtVerify(token, this.key(), {
        algorithms: ['HS256'],
        audience: AUDIENCE,
        currentDate: new Date(this.clock()),
      });
      if (typeof payload.jti === 'string') return payload.jti;
    } catch {
      // Altered, expired or no token at all: the caller hears the same.
    }
    throw invitationInvalid();
  }

  /** Kept apart from the sessions' key, so that neither can ever be taken for the other. */
  private key(): Uint8Array {
    return createHmac('sha256', this.secrets.get('jwt')).update('invitations').digest();
  }
}
