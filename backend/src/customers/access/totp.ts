import { createHash, randomBytes } from 'node:crypto';
import { plainText, ungrouped } from '@supreme-access/contract/typed-text.js';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from './second-factor.js';

/** Every authenticator app assumes these values (RFC 6238). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const ISSUER = 'Supreme Access';
/** bytes; RFC 4226, 4, R6 recommends 160 bits */
const SECRET_SIZE = 20;
/** accepted time steps before and after, for clock drift */
const WINDOW = 1;
/** bytes; a plain hash is enough from 112 bits on (OWASP ASVS 5.0, 6.5.2) */
const RECOVERY_SIZE = 15;

export function newSecret(): string {
  return new Secret({ size: SECRET_SIZE }).base32;
}

export function otpauthUrl(secret: string, label: string): string {
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns the time step of a code, or null for a wrong one. `now`: ms UTC */
export function stepOf(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: ungrouped(code), timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1_000 / PARAMETERS.period) + delta;
}

export function newRecoveryCodes(): string[] {
  const code = () => new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_SIZE)).buffer }).base32.toLowerCase();
  return Array.from({ length: RECOVERY_CODES }, () => code().replaceAll(/(.{4})(?=.)/g, '$1-'));
}

export function recoveryHash(code: string): string {
  return createHash('sha256')
    .update(
      plainText(code)
        .toLowerCase()
        .replaceAll(/[^a-z2-7]/g, ''),
    )
    .digest('base64url');
}
