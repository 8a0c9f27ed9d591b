import { CANNOT, checkInSeal, type Line, open, right, wrong } from '@supreme-access/contract/check-proof.js';
import { checkSignature, isKey, readReceipt, type SlotPromise } from '@supreme-access/contract/seals.js';
import type { InclusionProof, SealsFile } from '@supreme-access/contract/shapes/audit.js';
import { api } from '../../api/api.js';

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
  const read = readReceipt(receipt);
  if (!read) return { lines: [wrong('This is not a slot receipt, or part of it is missing.')], promise: null };
  const { promise } = read;
  if (proof && !Number.isSafeInteger(proof.seal?.number))
    return { lines: [wrong('This is not a proof, or part of it is missing.')], promise };
  const file = await published(proof ? proof.seal.number + 1 : undefined).catch(() => null);
  if (!file) return { lines: [open('We cannot load the published keys and seals now. Try again.')], promise };
  const key = file.keys.find(({ keyId }) => keyId === read.keyId);
  if (!key || !(await isKey(key))) return { lines: [wrong('It was not signed with one of our keys.')], promise };
  const signed = await checkSignature(key.publicKey, read.text, read.signature);
  if (signed === 'bad')
    return { lines: [wrong('The signature does not match. This receipt was changed, or it is not ours.')], promise };
  const lines = [signed === 'good' ? right('We signed this receipt, and it is unchanged.') : open(CANNOT)];
  lines.push(proof ? await checkInSeal(promise.hash, proof, file, 'this slot') : promised(promise, now));
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
