/** What the shop uses of `chain.mjs`. */

/** What is wrong; `text` is its message without the word and the place. */
export class Finding extends Error {
  readonly text: string;
}
/** What keeps it from being checked. */
export class Unusable extends Error {}
