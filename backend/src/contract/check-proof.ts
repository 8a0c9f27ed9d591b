import { counted } from './labels.js';
import { checkSignature, eventHash, isConsistent, isKey, rootByProof, sealText, summaryText } from './seals.js';
import type { FeedEvent, InclusionProof, PublicKey, PublishedSeal, SealsFile } from './shapes/audit.js';
import type { DropSums, EventProof } from './shapes/drops.js';

/** Checks proofs (docs/log-format.md, sections 6 to 8) with nothing but their own text and what is published. */

export interface Line {
  outcome: 'Valid' | 'Invalid' | 'Pending';
  text: string;
}

export const right = (text: string): Line => ({ outcome: 'Valid', text });
export const wrong = (text: string): Line => ({ outcome: 'Invalid', text });
export const open = (text: string): Line => ({ outcome: 'Pending', text });

export const CANNOT =
  'This browser cannot check signatures of this kind (Ed25519): use Chrome 137, Firefox 129, Safari 17 or newer.';

/** Whether `proof` leads from an event's hash to a seal that was published. `what`: "this slot" */
export async function checkInSeal(
  hash: string,
  proof: InclusionProof,
  { seals, keys }: Pick<SealsFile, 'seals' | 'keys'>,
  what: string,
): Promise<Line> {
  const seal = seals.find(({ number }) => number === proof.seal.number);
  if (!seal || sealText(seal) !== sealText(proof.seal))
    return wrong(`Seal ${proof.seal.number} in this proof is not the one we published.`);
  const root = await rootByProof(hash, proof).catch(() => null);
  if (proof.size !== seal.size || root !== seal.root)
    return wrong(`Seal ${seal.number} does not include ${what}: the proof does not match it.`);
  const signed = await checkSignature(keyOf(seal.keyId, keys), sealText(seal), seal.signature);
  if (signed === 'bad') return wrong(`The signature of seal ${seal.number} does not match.`);
  const when = new Date(seal.at).toUTCString();
  if (signed === 'unsupported')
    return open(`The proof matches seal ${seal.number} of ${when}. This browser cannot check that seal's signature.`);
  return right(
    `Seal ${seal.number} of ${when} includes ${what}, one of ${counted(seal.size, 'entry', 'entries')} in our log.`,
  );
}

/**
 * Checks a proof document of an event. Without `published` its own keys and seals are taken as they stand, and a line
 * says so.
 */
export async function checkEventProof(document: unknown, published: SealsFile | null): Promise<Line[]> {
  const proof = readProof(document);
  if (!proof) return [wrong('This is not a proof of this kind, or part of it is missing.')];
  const { event, previous, seal, consistency, inclusion } = proof;
  const { keys, seals } = published ?? { keys: proof.keys, seals: [seal, ...(consistency ? [consistency.seal] : [])] };
  const hash = await eventHash(previous, event);
  if (hash !== event.metadata.hash) return [wrong('The entry was changed: its fingerprint does not match.')];
  const lines = [await checkSums(event, keys), await checkInSeal(hash, { ...inclusion, seal }, { keys, seals }, 'it')];
  if (consistency) lines.push(await checkNext(seal, consistency, { keys, seals }));
  if (!published)
    lines.push(open(`Compare the key ${seal.keyId} and seal ${seal.number} with what the shop has published.`));
  return lines;
}

async function checkSums(event: FeedEvent, keys: readonly PublicKey[]): Promise<Line> {
  const { sums, keyId, signature } = event.data as { sums: DropSums | null; keyId: string; signature: string };
  const key = keys.find((one) => one.keyId === keyId);
  if (!key || !(await isKey(key))) return wrong('These sums were not signed with one of our keys.');
  const signed = await checkSignature(key.publicKey, summaryText(event.stream, sums, keyId), signature);
  if (signed === 'bad') return wrong('The signature of these sums does not match.');
  return signed === 'good' ? right('We signed these sums, and they are unchanged.') : open(CANNOT);
}

async function checkNext(
  seal: PublishedSeal,
  { seal: next, path }: NonNullable<EventProof['consistency']>,
  { keys, seals }: Pick<SealsFile, 'seals' | 'keys'>,
): Promise<Line> {
  const known = seals.find(({ number }) => number === next.number);
  if (!known || sealText(known) !== sealText(next)) return wrong(`Seal ${next.number} is not the one we published.`);
  const signed = await checkSignature(keyOf(next.keyId, keys), sealText(next), known.signature);
  const isKept = await isConsistent(seal, next, path).catch(() => false);
  if (signed === 'bad' || !isKept)
    return wrong(`Seal ${next.number} does not keep all that seal ${seal.number} counted.`);
  return right(`Seal ${next.number}, the next one, counts all of it unchanged.`);
}

function keyOf(keyId: string, keys: readonly PublicKey[]): string {
  return keys.find((key) => key.keyId === keyId)?.publicKey ?? '';
}

/** Null for another format, or where a part is missing. */
export function readProof(document: unknown): EventProof | null {
  const { format, kind, event, previous, inclusion, seal, keys, consistency } = (document ?? {}) as Partial<EventProof>;
  const isKnown = format === 'supreme-access-proof/1' && kind === 'drop-summary';
  const isEvent = typeof event?.metadata?.hash === 'string' && typeof event.data === 'object' && event.data !== null;
  const isSealed = Number.isSafeInteger(seal?.number) && Number.isSafeInteger(seal?.size) && Array.isArray(keys);
  const paths = [inclusion?.path, consistency ? consistency.path : []];
  const arePaths = paths.every((path) => Array.isArray(path) && path.every((one) => typeof one === 'string'));
  const isNext = consistency === undefined || Number.isSafeInteger(consistency.seal?.number);
  const isWhole = isKnown && isEvent && isSealed && arePaths && isNext && typeof previous === 'string';
  return isWhole ? (document as EventProof) : null;
}
