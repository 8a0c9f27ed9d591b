/** What the shop and specs use of `seals.mjs`. */
import type { Hashing } from './proofs.mjs';

export function keysById(hashing: Hashing, publicKeys: readonly string[]): Map<string, string>;
export function sealsIn(file: unknown): {
  sealed: { seal: { number: number }; place: string }[];
  keys: { publicKey: string }[];
};
