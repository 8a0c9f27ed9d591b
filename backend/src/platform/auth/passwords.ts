import * as argon2 from '@node-rs/argon2';
import { PASSWORD_MAX, PASSWORD_MIN } from '@supreme-access/contract/limits.js';
import commonPasswords from 'fxa-common-password-list';
import { Refused } from '../decider.js';
import { Turns } from '../turns.js';

/** argon2id; OWASP Password Storage Cheat Sheet: 19 MiB of memory, two passes, one lane. */
export const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The hash of a random password nobody knows, made with these parameters, for accounts that do not exist. */
export const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$97dJhUz6XoM2O/CBRcIl1Q$5m4pgfz+ubpz1wQAWeyfqvOiVVH5QRrfcIecSRNXQJc';

/** Argon2 shares libuv's four threads with the log's flush: 100 at once raised an append from 0.4 to 425 ms. */
const IN_FLIGHT_MAX = 2;
const WAITING_MAX = 1_000;
/** what a full queue takes at most, seconds */
const RETRY_AFTER = 10;

/** The same password typed on another keyboard may be composed differently (NIST SP 800-63B, 5.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC');

/** Why a password cannot be chosen; null when it can. */
export function passwordProblem(password: string): 'too-short' | 'too-long' | 'common' | null {
  const { length } = [...normal(password)];
  if (length < PASSWORD_MIN) return 'too-short';
  if (length > PASSWORD_MAX) return 'too-long';
  const isCommon = [normal(password), normal(password).toLowerCase()].some((each) => commonPasswords.test(each));
  return isCommon ? 'common' : null;
}

/** Hashes and verifies, two at a time; the rest queue in order. Throws Refused `busy` when the queue is full. */
export class Passwords {
  private readonly turns = new Turns({
    atOnce: IN_FLIGHT_MAX,
    waiting: WAITING_MAX,
    busy: () => new Refused('busy', 'unavailable', 'Too many people are signing in. Please try again.', RETRY_AFTER),
  });

  constructor(private readonly engine: Pick<typeof argon2, 'hash' | 'verify'> = argon2) {}

  hash(password: string): Promise<string> {
    return this.turns.take(() => this.engine.hash(normal(password), PARAMETERS));
  }

  verify(hash: string, password: string): Promise<boolean> {
    return this.turns.take(() => this.engine.verify(hash, normal(password)));
  }

  /** Takes as long as `verify` and is false, so that the time tells nothing about who has an account. */
  async verifyNothing(password: string): Promise<false> {
    await this.verify(NOBODY, password);
    return false;
  }
}
