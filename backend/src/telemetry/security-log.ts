import { createHmac } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import { redacted } from './redaction.js';

/** Names are kept for ever: whoever watches the log matches them (docs/security.md, "The security log"). */
export type SecurityEvent =
  | 'login'
  | 'login-failed'
  | 'step-up'
  | 'step-up-failed'
  | 'throttled'
  | 'access-refused'
  | 'input-refused'
  | 'personal-data-read'
  | 'key-rotated'
  | 'read-model-rebuilt'
  | 'read-model-replaced'
  | (typeof OF_EVENTS)[keyof typeof OF_EVENTS];

/** Which events of the log are told here too, and as what. */
const OF_EVENTS = {
  AccountRegistered: 'account-registered',
  PasswordChanged: 'password-changed',
  PasswordRevoked: 'password-revoked',
  PasswordResetRequested: 'password-reset-requested',
  SessionsRevoked: 'sessions-ended',
  SessionEnded: 'session-ended',
  TotpEnrolled: 'otp-enabled',
  TotpDisabled: 'otp-disabled',
  RecoveryCodeUsed: 'recovery-code-used',
  RecoveryCodesMade: 'recovery-codes-made',
  EmailVerified: 'address-verified',
  EmailMoved: 'address-moved',
  RoleGranted: 'role-granted',
  RoleTaken: 'role-taken',
  AccountLocked: 'account-locked',
  AccountUnlocked: 'account-unlocked',
  InvitationMade: 'invitation-made',
  InvitationUsed: 'invitation-used',
  InvitationRevoked: 'invitation-revoked',
  ErasureRequested: 'erasure-requested',
  AcoDataAccessed: 'personal-data-read',
} as const;
/** facts of those events that are ids, roles or an operator's own words */
const FACTS = ['role', 'roles', 'accountId', 'reason'];

export interface SecurityFacts {
  requestId: string;
  /** who did it; left out where nobody is known */
  actor?: { kind: string; id: string };
  /** the network it came from: an HMAC of it is written */
  client?: string | undefined;
  [fact: string]: unknown;
}

/** Who got in, who did not, and who looked at whom: ids and HMACs alone, in a stream of its own. */
export class SecurityLog {
  constructor(
    private readonly lines: Logger,
    private readonly secret: string,
  ) {}

  tell(event: SecurityEvent, { client, ...facts }: SecurityFacts): void {
    const from = client === undefined ? {} : { client: this.hmac(client) };
    this.lines.info({ event, ...(redacted(facts) as object), ...from });
  }

  /** What a command came to, as far as it concerns security. */
  tellOf({ id, origin }: { id: string; origin: Requested }, events: readonly { type: string; data: object }[]): void {
    for (const { type, data } of events) {
      if (!Object.hasOwn(OF_EVENTS, type)) continue;
      const kept = Object.entries(data).filter(([name]) => FACTS.includes(name));
      this.tell(OF_EVENTS[type as keyof typeof OF_EVENTS], {
        ...byOrigin(origin),
        // Roles of all accounts stand on one stream.
        about: 'role' in data && 'accountId' in data ? data.accountId : id,
        ...Object.fromEntries(kept),
      });
    }
  }

  private hmac(client: string): string {
    return createHmac('sha256', this.secret).update(`client ${client}`).digest('base64url').slice(0, 22);
  }
}

/** The part of a command's metadata that this log tells. */
interface Requested {
  actor: { kind: string; id: string };
  correlationId: string;
  client?: string | undefined;
}

export function byOrigin({ actor, correlationId, client }: Requested): SecurityFacts {
  return { requestId: correlationId, actor, client };
}

/** Lines of their own: into `file`, or marked among the others on stderr. `level` 'silent' says nothing on stderr. */
export function openSecurityLines(file: string | null, level: string): Logger {
  const destination: DestinationStream =
    file === null
      ? pino.destination({ dest: 2, sync: false })
      : pino.destination({ dest: file, append: true, mkdir: true, sync: true, mode: 0o600 });
  return pino(
    {
      level: file === null && level === 'silent' ? 'silent' : 'info',
      base: { log: 'security' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );
}
