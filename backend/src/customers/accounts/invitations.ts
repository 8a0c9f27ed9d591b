import { Injectable } from '@nestjs/common';
import type { Role } from '@supreme-access/contract/statuses.js';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig } from '../../config/tokens.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, noSuch } from '../../event-sourcing/decider.js';
import { idsAbout, type MailName } from '../../mail/mail.js';
import { type ComposedMail, type MailSource, MailSources } from '../../mail/mailing.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { Secrets } from '../../stores/vault/secrets.js';
import { type AccountMail, accountMailTemplate } from './account-mails.js';
import { EmailClaims } from './email-claims.js';
import {
  assertUsable,
  invitation,
  invitationInvalid,
  MakeInvitation,
  RevokeInvitation,
  UseInvitation,
} from './invitation.js';
import { type InvitationDoc, invitationsProjection } from './invitations.projection.js';
import type { Admission } from './sign-in.js';

const AUDIENCE = 'register';

export interface InvitationInput {
  email: string | null;
  role: Role | null;
  /** ms UTC */
  expiresAt: number;
}

@Injectable()
export class Invitations {
  constructor(
    private readonly commands: Commands,
    private readonly claims: EmailClaims,
    private readonly secrets: Secrets,
    private readonly latest: ConsistentReads,
    @InjectConfig() private readonly config: Pick<Config, 'publicUrl'>,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** The document is never older than the last event. @throws Refused 'not-found' */
  async find(id: string): Promise<InvitationDoc> {
    const { made } = await this.commands.state(invitation, id);
    const doc = made && (await this.latest.current(invitationsProjection, id));
    if (!doc) throw noSuch('invitation');
    return doc;
  }

  /** Idempotent by `id`. @throws Refused 'expiry-past' | 'expiry-too-late' */
  async make(id: string, { email, role, expiresAt }: InvitationInput, metadata: CommandMetadata): Promise<void> {
    const facts = {
      role,
      emailKey: email === null ? null : this.claims.keyOf(email),
      expiresAt,
      personal: email === null ? null : { email },
    };
    await this.commands.execute(invitation, new MakeInvitation(id, facts, metadata));
  }

  /** @throws Refused when another request used the command id */
  isMadeBy(id: string, metadata: CommandMetadata): Promise<boolean> {
    return this.commands.isDone(invitation, id, metadata);
  }

  async isOpen(id: string): Promise<boolean> {
    const { made, usedBy, revoked } = await this.commands.state(invitation, id);
    return made !== null && usedBy === null && !revoked && made.expiresAt > this.clock();
  }

  /** @throws Refused 'not-found' | 'invitation-used' */
  async revoke(id: string, metadata: CommandMetadata): Promise<void> {
    await this.commands.execute(invitation, new RevokeInvitation(id, {}, metadata));
  }

  /** The token is not stored: a repeated mail carries the same one. `expiresAt`: ms UTC */
  tokenOf(id: string, expiresAt: number): Promise<string> {
    return new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setJti(id)
      .setAudience(AUDIENCE)
      .setExpirationTime(Math.ceil(expiresAt / 1_000))
      .sign(this.key());
  }

  /** `redeem` uses the invitation up. @throws Refused 'invitation-invalid' */
  async admission(token: string, email: string, metadata: CommandMetadata): Promise<Admission> {
    const id = await this.idOf(token);
    const emailKey = this.claims.keyOf(email);
    const { role } = assertUsable(await this.commands.state(invitation, id), emailKey, this.clock());
    return {
      roles: role ? [role] : [],
      verify: true,
      redeem: async (accountId) => {
        await this.commands.execute(
          invitation,
          new UseInvitation(id, { accountId, emailKey }, derivedMetadata(metadata)),
        );
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
    } catch (error) {
      // jose verifies the signature first, so an expired token is authentic.
      if (error instanceof errors.JWTExpired) throw invitationInvalid('It has expired.');
    }
    throw invitationInvalid();
  }

  linkOf(token: string): string {
    return `${this.config.publicUrl}/register?token=${token}`;
  }

  /** This key differs from the sessions' key, so neither token passes as the other. */
  private key(): Uint8Array {
    return Buffer.from(this.secrets.get('invitation'), 'base64url');
  }
}

const ZONE = 'UTC';

@MailSources()
@Injectable()
export class InvitationMails implements MailSource {
  readonly kinds = ['invitation'];
  readonly write = accountMailTemplate;

  constructor(
    private readonly commands: Commands,
    private readonly invitations: Invitations,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async compose(name: MailName): Promise<ComposedMail<AccountMail> | null> {
    const id = invitationIn(name);
    const { email, ended, expiresAt, role } = await this.invitations.find(id);
    if (email === null || ended !== null || expiresAt <= this.clock()) return null;
    const link = this.invitations.linkOf(await this.invitations.tokenOf(id, expiresAt));
    const expires = { at: expiresAt, zone: ZONE };
    return { to: email, accountId: null, content: { kind: 'invitation', name: 'Hello', link, expires, role } };
  }

  async isErased(name: MailName): Promise<boolean> {
    return (await this.commands.state(invitation, invitationIn(name))).erased;
  }
}

function invitationIn(name: MailName): string {
  return idsAbout('invitation', name)[0] ?? '';
}
