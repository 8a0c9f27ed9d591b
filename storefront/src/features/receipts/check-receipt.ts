import { counted } from '@supreme-access/contract/labels.js';
import {
  checkSignature,
  type InclusionProof,
  isKey,
  type PublicKey,
  readReceipt,
  rootByProof,
  type SealsFile,
  type SlotPromise,
  sealText,
} from '@supreme-access/contract/seals.js';
import { api } from '../../api/api.js';

export interface Line {
  outcome: 'Right' | 'Wrong' | 'Open';
  text: string;
}
export interface Verdict {
  lines: Line[];
  promise: SlotPromise | null;
}

const SEALS = '/.well-known/supreme-access/seals.json';
const CANNOT =
  'This browser cannot check signatures of this kind (Ed25519): use Chrome 137, Firefox 129, Safari 17 or newer.';

const WHERE = 'on the page of your order, without an account behind the link in our mail,';

const right = (text: string): Line => ({ outcome: 'Right', text });
const wrong = (text: string): Line => ({ outcome: 'Wrong', text });
const open = (text: string): Line => ({ outcome: 'Open', text });

/** A receipt alone, or with its proof as the order's page gives them. */
export function readPasted(text: string): { receipt: string; proof: InclusionProof | null } {
  try {
    const { receipt, proof } = JSON.parse(text) as { receipt: unknown; proof?: InclusionProof | null };
    if (typeof receipt === 'string') return { receipt, proof: proof ?? null };
  } catch {
    // the receipt itself
  }
  return { receipt: text, proof: null };
}

/** Checks what was pasted with nothing but the published seals and keys; the pasted text goes nowhere. */
export async function checkReceipt(
  text: string,
  published: (before?: number) => Promise<SealsFile> = askSeals,
  now = Date.now(),
): Promise<Verdict> {
  const { receipt, proof } = readPasted(text);
  const read = readReceipt(receipt);
  if (!read) return { lines: [wrong('This is no slot receipt, or a part of it is missing.')], promise: null };
  const { promise } = read;
  if (proof && !Number.isSafeInteger(proof.seal?.number))
    return { lines: [wrong('This is no proof, or a part of it is missing.')], promise };
  const file = await published(proof ? proof.seal.number + 1 : undefined).catch(() => null);
  if (!file) return { lines: [open('The published keys and seals cannot be read now. Try again.')], promise };
  const key = file.keys.find(({ keyId }) => keyId === read.keyId);
  if (!key || !(await isKey(key))) return { lines: [wrong('It is signed with a key that is not ours.')], promise };
  const signed = await checkSignature(key.publicKey, read.text, read.signature);
  if (signed === 'bad')
    return { lines: [wrong('The signature does not fit: this receipt was changed, or is not ours.')], promise };
  const lines = [signed === 'good' ? right('We signed this receipt, and it is unchanged.') : open(CANNOT)];
  lines.push(proof ? await inSeal(promise, proof, file) : promised(promise, now));
  return { lines, promise };
}

function promised({ sealedBy }: SlotPromise, now: number): Line {
  return open(
    now < sealedBy
      ? `The proof that a seal counts it is not here. You find it ${WHERE} once there is one, a day after the reservation at the latest.`
      : `By now a seal must count it. You find the proof ${WHERE}; if it is not there, ask us why.`,
  );
}

async function inSeal({ hash }: SlotPromise, proof: InclusionProof, { seals, keys }: SealsFile): Promise<Line> {
  const seal = seals.find(({ number }) => number === proof.seal.number);
  if (!seal || sealText(seal) !== sealText(proof.seal))
    return wrong(`Seal ${proof.seal.number} of this proof is not the one we published.`);
  const root = await rootByProof(hash, proof).catch(() => null);
  if (proof.size !== seal.size || root !== seal.root)
    return wrong(`Seal ${seal.number} does not count this slot: the proof does not lead to it.`);
  const signed = await checkSignature(keyOf(seal.keyId, keys), sealText(seal), seal.signature);
  if (signed === 'bad') return wrong(`The signature of seal ${seal.number} does not fit.`);
  const when = new Date(seal.at).toUTCString();
  if (signed === 'unsupported')
    return open(`The proof leads to seal ${seal.number} of ${when}, whose signature this browser cannot check.`);
  return right(
    `Seal ${seal.number} of ${when} counts this slot, among ${counted(seal.size, 'entry', 'entries')} of our log.`,
  );
}

function keyOf(keyId: string, keys: readonly PublicKey[]): string {
  return keys.find((key) => key.keyId === keyId)?.publicKey ?? '';
}

function askSeals(before?: number): Promise<SealsFile> {
  return api.get<SealsFile>(before === undefined ? SEALS : `${SEALS}?before=${before}`);
}
