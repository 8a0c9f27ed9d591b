/** What the shop and specs use of `hashing.mjs`. */
import type { Hashing } from '../proofs.mjs';

export const HASHING: Hashing;
