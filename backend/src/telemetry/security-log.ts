import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { type DestinationStream, type Logger, pino } from 'pino';
import { standardError } from './logger.js';
import { redacted } from './redaction.js';

/** Permanent names, which monitors match (docs/security.md, "The security log"). */
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
const FACTS = ['role', 'roles', 'accountId', 'reason'];

export interface SecurityFacts {
  requestId: string;
  actor?: { kind: string; id: string };
  /** network, written as an HMAC */
  client?: string | undefined;
  [fact: string]: unknown;
}

export class SecurityLog {
  constructor(
    private readonly lines: Logger,
    private readonly secret: string,
  ) {}

  tell(event: SecurityEvent, { client, ...facts }: SecurityFacts): void {
    const from = client === undefined ? {} : { client: this.hmac(client) };
    this.lines.info({ event, ...(redacted(facts) as object), ...from });
  }

  tellOf(
    { id, metadata }: { id: string; metadata: Requested },
    events: readonly { type: string; data: object }[],
  ): void {
    for (const { type, data } of events) {
      if (!Object.hasOwn(OF_EVENTS, type)) continue;
      const kept = Object.entries(data).filter(([name]) => FACTS.includes(name));
      this.tell(OF_EVENTS[type as keyof typeof OF_EVENTS], {
        ...requesterOf(metadata),
        about: 'role' in data && 'accountId' in data ? data.accountId : id,
        ...Object.fromEntries(kept),
      });
    }
  }

  private hmac(client: string): string {
    return createHmac('sha256', this.secret).update(`client ${client}`).digest('base64url').slice(0, 22);
  }
}

interface Requested {
  actor: { kind: string; id: string };
  correlationId: string;
  client?: string | undefined;
}

export function requesterOf({ actor, correlationId, client }: Requested): SecurityFacts {
  return { requestId: correlationId, actor, client };
}

/** `security.log` in the data directory, which only its owner reads. */
export function securityFile(dataDir: string): ReturnType<typeof pino.destination> {
  const file = pino.destination({ dest: join(dataDir, 'security.log'), mode: 0o600, sync: true });
  // An error that nobody hears would end the process on a full disk; the next line brings what this one could not.
  return file.on('error', () => undefined);
}

/** Lines on stderr, marked; only `silent` turns them off. */
export function openSecurityLines(level: string, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level: level === 'silent' ? 'silent' : 'info',
      base: { log: 'security' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );
}
