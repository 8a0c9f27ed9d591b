import { hash, randomBytes } from 'node:crypto';

/** ms */
const LIFE = 15 * 60_000;
const BYTES = 32;

const digestOf = (token: string) => hash('sha256', token, 'hex');

/** A token of 256 bits that opens the door once; only its hash is held, and no longer than the process runs. */
export class OneTimeLink {
  private open: { digest: string; until: number } | null = null;

  /** The newest token replaces any before it. `now`: ms UTC */
  issue(now: number): string {
    const token = randomBytes(BYTES).toString('base64url');
    this.open = { digest: digestOf(token), until: now + LIFE };
    return token;
  }

  /** Whether it is the token, and was not taken before. Hashes are compared: their equality in time tells nothing of the token. */
  take(token: string, now: number): boolean {
    const isGood = this.open !== null && this.open.digest === digestOf(token) && now < this.open.until;
    if (isGood) this.open = null;
    return isGood;
  }
}
