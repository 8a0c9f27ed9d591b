import * as argon2 from '@node-rs/argon2';
import { PASSWORD_MAX, PASSWORD_MIN } from '@supreme-access/contract/limits.js';
import { isGuessedFirst } from '@supreme-access/contract/passwords.js';
import commonPasswords from 'fxa-common-password-list';
import { Refused } from '../event-sourcing/decider.js';
import { somethingWasTried } from '../telemetry/request-context.js';
import { FairTurns } from './fair-turns.js';

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

/** Why a password cannot be chosen; null when it can. `own`: what strangers know of who chooses it. */
export function passwordProblem(
  password: string,
  own: readonly string[] = [],
): 'too-short' | 'too-long' | 'common' | 'own-words' | null {
  const { length } = [...normal(password)];
  if (length < PASSWORD_MIN) return 'too-short';
  if (length > PASSWORD_MAX) return 'too-long';
  if (isGuessedFirst(password, (each) => commonPasswords.test(each))) return 'common';
  return isOfOwnWords(password, own) ? 'own-words' : null;
}

/** what anybody tries first here (docs/security.md, "Passwords") */
const OUR_WORDS = ['supreme access', 'streetwear', 'shopper', 'admin', 'auditor', 'operator'];
/** Words this long say who somebody is; shorter ones stand in other words. */
const OWN_WORD = 4;
const letters = (text: string) =>
  normal(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether little is left of it without somebody's own words and ours: of an email address, what stands before the @. */
function isOfOwnWords(password: string, own: readonly string[]): boolean {
  const known = [...OUR_WORDS, ...own.map((text) => text.split('@')[0] ?? '')];
  const words = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)].map(letters));
  const telling = words.filter((word) => word.length >= OWN_WORD).sort((a, b) => b.length - a.length);
  const whole = letters(password);
  const rest = telling.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest !== whole && [...rest].length < PASSWORD_MIN;
}

/** Who is computed for: a client network, and what is done first once its turn has come. */
export interface Turn {
  client: string;
  admit?: () => Promise<void>;
}
const ANYONE: Turn = { client: '' };

/**
 * Hashes and verifies, two at a time; the rest queue, logins apart from new passwords, and each client network in a line of its own.
 * Throws Refused `busy` when the queue is full.
 */
export class Passwords {
  private readonly turns = new FairTurns(['verify', 'hash'], {
    atOnce: IN_FLIGHT_MAX,
    waiting: WAITING_MAX,
    busy: () => new Refused('busy', 'unavailable', 'Too many people are logging in. Please try again.', RETRY_AFTER),
  });

  constructor(private readonly engine: Pick<typeof argon2, 'hash' | 'verify'> = argon2) {}

  hash(password: string, { client } = ANYONE): Promise<string> {
    return this.turns.take('hash', client, () => this.engine.hash(normal(password), PARAMETERS));
  }

  verify(hash: string, password: string, { client, admit } = ANYONE): Promise<boolean> {
    return this.turns.take('verify', client, async () => {
      await admit?.();
      somethingWasTried();
      return this.engine.verify(hash, normal(password));
    });
  }

  /** Takes as long as `verify` and is false, so that the time tells nothing about who has an account. */
  async verifyNothing(password: string, turn = ANYONE): Promise<false> {
    await this.verify(NOBODY, password, turn);
    return false;
  }
}
