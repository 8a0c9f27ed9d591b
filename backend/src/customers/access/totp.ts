import { createHash, randomBytes } from 'node:crypto';
import { plainText, ungrouped } from '@supreme-access/contract/typed-text.js';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from './second-factor.js';

/** What every authenticator app takes for granted, so that no app can read the link otherwise (RFC 6238). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const ISSUER = 'Supreme Access';
/** bytes; RFC 4226, 4, R6 recommends 160 bits */
const SECRET_SIZE = 20;
/** steps before and after that are taken as well: clocks differ, and typing takes time */
const WINDOW = 1;
/** bytes; from 112 bits on a plain hash keeps what nobody guesses (OWASP ASVS 5.0, 6.5.2) */
const RECOVERY_SIZE = 15;

/** Base32, as apps read it. */
export function newSecret(): string {
  return new Secret({ size: SECRET_SIZE }).base32;
}

/** What a QR code says to an app; `label` is what the app shows beside the issuer. */
export function otpauthUrl(secret: string, label: string): string {
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step a code belongs to, or null of a wrong one. `now`: ms UTC */
export function stepOf(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: ungrouped(code), timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1_000 / PARAMETERS.period) + delta;
}

/** In groups of four, to be written down. */
export function newRecoveryCodes(): string[] {
  const code = () => new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_SIZE)).buffer }).base32.toLowerCase();
  return Array.from({ length: RECOVERY_CODES }, () => code().replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** However it was typed. */
export function recoveryHash(code: string): string {
  return createHash('sha256')
    .update(
      plainText(code)
        .toLowerCase()
        .replaceAll(/[^a-z2-7]/g, ''),
    )
    .digest('base64url');
}
