import type { SlotPromise } from '@supreme-access/contract/seals.js';
import type { InclusionProof, SealsFile } from '@supreme-access/contract/shapes/audit.js';
import { HASHING } from '../../../../verifiers/page/hashing.mjs';
import { checkReceipt as checkSigned, checkSlot, readReceipt } from '../../../../verifiers/proofs.mjs';
import { api } from '../../api/api.js';
import { included, type Line, linesOf, open, publishedIn, signed, wrong } from './check-proof.js';

export interface Verdict {
  lines: Line[];
  promise: SlotPromise | null;
}

const SEALS = '/.well-known/supreme-access/seals.json';
/** Reads a receipt alone, or with its proof as the order's page gives them. */
export function readPasted(text: string): { receipt: string; proof: InclusionProof | null } {
  try {
    const { receipt, proof } = JSON.parse(text) as { receipt: unknown; proof?: InclusionProof | null };
    if (typeof receipt === 'string') return { receipt, proof: proof ?? null };
  } catch {}
  return { receipt: text, proof: null };
}

/** Checks a receipt with nothing but the published seals and keys; the text stays in the browser. */
export async function checkReceipt(
  text: string,
  published: (before?: number) => Promise<SealsFile> = askSeals,
  now = Date.now(),
): Promise<Verdict> {
  const { receipt, proof } = readPasted(text);
  const read = readReceipt(HASHING, receipt);
  if (!read) return { lines: [wrong('This is not a slot receipt, or part of it is missing.')], promise: null };
  const { promise } = read;
  if (proof && !Number.isSafeInteger(proof.seal?.number))
    return { lines: [wrong('This is not a proof, or part of it is missing.')], promise };
  const file = await published(proof ? proof.seal.number + 1 : undefined).catch(() => null);
  if (!file) return { lines: [open('We cannot load the published keys and seals now. Try again.')], promise };
  const lines = await linesOf(async (said) => {
    const { keys, files } = publishedIn(file);
    const { isSigned } = await checkSigned(HASHING, receipt, keys);
    said.push(signed(isSigned, 'We signed this receipt, and it is unchanged.'));
    if (proof) {
      await checkSlot(HASHING, promise, proof, { keys, files });
      said.push(included(proof.seal, 'this slot', file));
    } else said.push(promised(promise, now));
  });
  return { lines, promise };
}

function promised({ sealedBy }: SlotPromise, now: number): Line {
  return open(
    now < sealedBy
      ? 'Not sealed yet. Within a day your order page (guests: the link in our email) will show the proof.'
      : 'The proof must exist by now. Look for it on your order page (guests: the link in our email). If it is not there, ask us.',
  );
}

/** The newest seals, or those before a number. */
export function askSeals(before?: number): Promise<SealsFile> {
  return api.get<SealsFile>(before === undefined ? SEALS : `${SEALS}?before=${before}`);
}
