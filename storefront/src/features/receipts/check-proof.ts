import { counted } from '@supreme-access/contract/labels.js';
import type { SealsFile } from '@supreme-access/contract/shapes/audit.js';
import type { EndedDrop } from '@supreme-access/contract/shapes/drops.js';
import { Finding } from '../../../../verifiers/chain.mjs';
import { HASHING } from '../../../../verifiers/page/hashing.mjs';
import { checkProof } from '../../../../verifiers/proofs.mjs';
import { sealsIn } from '../../../../verifiers/seals.mjs';

export interface Line {
  outcome: 'Valid' | 'Invalid' | 'Pending';
  text: string;
}

export const right = (text: string): Line => ({ outcome: 'Valid', text });
export const wrong = (text: string): Line => ({ outcome: 'Invalid', text });
export const open = (text: string): Line => ({ outcome: 'Pending', text });

/** What a proof is compared with. @throws Unusable for what is no seals.json */
export function publishedIn(file: SealsFile) {
  return { keys: file.keys.map(({ publicKey }) => publicKey), files: [sealsIn(file)] };
}

/** What a check comes to, a line each; what it finds is the last one. */
export async function linesOf(check: (said: Line[]) => Promise<void>): Promise<Line[]> {
  const said: Line[] = [];
  try {
    await check(said);
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    said.push(wrong(`This does not hold: ${error.text}.`));
  }
  return said;
}

export function signed(isSigned: boolean, text: string): Line {
  if (isSigned) return right(text);
  return open(
    'This browser cannot check signatures of this kind (Ed25519): use Chrome 137, Firefox 129, Safari 17 or newer.',
  );
}

/** A seal that a proof leads to; `what`: "this slot" */
export function included({ number, at, size }: Seal, what: string, { seals }: Pick<SealsFile, 'seals'>): Line {
  if (!seals.some((seal) => seal.number === number)) return wrong(`Seal ${number} is not one that we published.`);
  const entries = counted(size, 'entry', 'entries');
  return right(`Seal ${number} of ${new Date(at).toUTCString()} includes ${what}, one of ${entries} in our log.`);
}

interface Seal {
  number: number;
  at: number;
  size: number;
}

/** Checks the proof of a drop's sums against what is published, and that these are the sums that the page shows. */
export function checkSums(
  proof: unknown,
  file: SealsFile,
  { productId, sums }: Pick<EndedDrop, 'productId' | 'sums'>,
): Promise<Line[]> {
  return linesOf(async (said) => {
    const { keys, files } = publishedIn(file);
    const { event, seal, consistency, isSigned } = await checkProof(HASHING, proof, { pinned: keys, files });
    const isOfDrop = event.type === 'DropSummarised' && event.stream === `drop-${productId}`;
    if (!isOfDrop || JSON.stringify(event.data.sums) !== JSON.stringify(sums)) {
      said.push(wrong('This proof is of other sums than those on this page.'));
      return;
    }
    said.push(signed(isSigned, 'We signed these sums, and they are unchanged.'), included(seal, 'it', file));
    if (consistency) said.push(right(`Seal ${consistency.number}, the next one, counts all of it unchanged.`));
  });
}
