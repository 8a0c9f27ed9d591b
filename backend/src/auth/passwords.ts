import * as argon2 from '@node-rs/argon2';
import { PASSWORD_MAX, PASSWORD_MIN } from '@supreme-access/contract/limits.js';
import { isGuessedFirst } from '@supreme-access/contract/passwords.js';
import commonPasswords from 'fxa-common-password-list';
import { Refused } from '../event-sourcing/decider.js';
import { somethingWasTried } from '../telemetry/request-context.js';
import { FairQueue } from './fair-queue.js';

/** argon2id parameters of the OWASP Password Storage Cheat Sheet; `memoryCost` in KiB. */
export const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hash of a discarded random password with PARAMETERS, for verifications without an account. */
export const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$97dJhUz6XoM2O/CBRcIl1Q$5m4pgfz+ubpz1wQAWeyfqvOiVVH5QRrfcIecSRNXQJc';

/** Argon2 shares libuv's four threads with the log's flush: 100 at once raised an append from 0.4 to 425 ms. */
const IN_FLIGHT_MAX = 2;
const WAITING_MAX = 1_000;
/** seconds */
const RETRY_AFTER = 10;

/** Keyboards compose the same characters differently (NIST SP 800-63B, 5.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC');

/** Why a password is not acceptable, or null. `own`: name and email of the person, which strangers may know. */
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

const OUR_WORDS = ['supreme access', 'streetwear', 'shopper', 'admin', 'auditor', 'operator'];
const OWN_WORD = 4;
const letters = (text: string) =>
  normal(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

function isOfOwnWords(password: string, own: readonly string[]): boolean {
  const guessable = [...OUR_WORDS, ...own.map((text) => text.split('@')[0] ?? '')];
  const words = guessable.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)].map(letters));
  const telling = words.filter((word) => word.length >= OWN_WORD).sort((a, b) => b.length - a.length);
  const whole = letters(password);
  const rest = telling.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest !== whole && [...rest].length < PASSWORD_MIN;
}

export interface Turn {
  client: string;
  admit?: () => Promise<void>;
}
const ANYONE: Turn = { client: '' };

/** Hashes and verifies passwords, two at a time, in a fair queue per client network. @throws Refused 'busy' */
export class Passwords {
  private readonly turns = new FairQueue(['verify', 'hash'], {
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

  /** Takes as long as `verify`, so that timing does not reveal whether an account exists. */
  async verifyNothing(password: string, turn = ANYONE): Promise<false> {
    await this.verify(NOBODY, password, turn);
    return false;
  }
}
