import { chainHash, fail, isCount, isEvent, isHash, isObject, leafOf, nameOf } from './chain.mjs';
import { checkSignature, checkSigned, comparePublished, idsOf, isSeal, keysById, nodeOf } from './seals.mjs';

/** Proof documents and slot receipts: docs/log-format.md, 6 to 8. `hashing` as in chain.mjs. */

export const PROOF_FORMAT = 'supreme-access-proof/1';

/** ms: ECMA-262, 21.4.1.1 */
const LAST_TIME = 8.64e15;

const half = (count) => Math.floor(count / 2);
const isPath = (path) => Array.isArray(path) && path.every(isHash);

/** Checks a proof document; `files`: of seals.json, to compare with. Returns its event, its seals, and whether signatures were checked. */
export async function checkProof(hashing, proof, { place = 'proof', pinned = [], files = [] } = {}) {
  const { event, previous, inclusion, seal, consistency, keys } = isObject(proof) ? proof : {};
  const isWhole = isEvent(event) && (previous === '' || isHash(previous)) && isSeal(seal) && Array.isArray(keys);
  if (proof?.format !== PROOF_FORMAT || !isWhole) fail('CHANGED', place, 'this is no proof');
  const name = nameOf(event);
  if (chainHash(hashing, previous, event) !== event.metadata.hash)
    fail('CHANGED', place, `${name} the hash does not fit the event`);
  if (inclusion?.size !== seal.size || rootByInclusion(hashing, event.metadata.hash, inclusion) !== seal.root)
    fail('CHANGED', place, `${name} seal ${seal.number} does not count it`);
  const named = keys.map((key) => key?.publicKey);
  const [known, trusted] = [keysById(hashing, [...named, ...pinned]), idsOf(hashing, pinned)];
  comparePublished(seal, files, place);
  let isSigned = (await checkSignature(hashing, { seal, place }, known, trusted)) !== null;
  if (event.type === 'DropSummarised')
    isSigned = (await checkSigned(hashing, { ...signedSums(event), place }, known, trusted)) !== null && isSigned;
  if (consistency) {
    if (!isSeal(consistency.seal)) fail('CHANGED', place, 'this is no proof');
    comparePublished(consistency.seal, files, place);
    const [first, second] = [seal, consistency.seal].sort((a, b) => a.number - b.number);
    isSigned = (await checkSignature(hashing, { seal: consistency.seal, place }, known, trusted)) !== null && isSigned;
    if (!isConsistent(hashing, first, second, consistency.path))
      fail('FORKED', place, `seal ${second.number} does not count what seal ${first.number} counted`);
  }
  return { event, seal, consistency: consistency?.seal ?? null, isSigned };
}

/** What is signed of a drop's summary. */
function signedSums({ stream, data: { sums = null, keyId, signature } }) {
  return { keyId, signature, text: ['supreme-access drop summary v1', stream, JSON.stringify(sums), keyId].join('\n') };
}

/** The root that an inclusion proof leads to (RFC 9162, 2.1.3.2); null for one that is none. */
export function rootByInclusion(hashing, hash, { index, size, path }) {
  if (!isCount(index) || !isCount(size) || index >= size || !isPath(path)) return null;
  let [at, last, root] = [index, size - 1, leafOf(hashing, hash)];
  for (const sibling of path.map(hashing.bytesOf)) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      root = nodeOf(hashing, sibling, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else root = nodeOf(hashing, root, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? hashing.textOf(root) : null;
}

/** Whether the later seal counts all that the earlier one did (RFC 9162, 2.1.4.2). */
export function isConsistent(hashing, first, second, path) {
  if (!isPath(path) || first.size < 1 || first.size > second.size) return false;
  if (first.size === second.size) return path.length === 0 && first.root === second.root;
  const isWholeTree = Number.isInteger(Math.log2(first.size));
  const [start, ...rest] = (isWholeTree ? [first.root, ...path] : path).map(hashing.bytesOf);
  if (start === undefined) return false;
  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [old, anew] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      old = nodeOf(hashing, sibling, old);
      anew = nodeOf(hashing, sibling, anew);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else anew = nodeOf(hashing, anew, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hashing.textOf(old) === first.root && hashing.textOf(anew) === second.root;
}

/** Parses a slot receipt, a compact JWS; null for what is none. */
export function readReceipt({ bytesOf }, text) {
  const [head = '', payload = '', signature = '', ...more] = text.trim().split('.');
  try {
    const { alg, kid, typ } = JSON.parse(new TextDecoder().decode(bytesOf(head)));
    const promise = JSON.parse(new TextDecoder().decode(bytesOf(payload)));
    const isReceipt = alg === 'EdDSA' && typ === 'slot-receipt+jwt' && typeof kid === 'string' && more.length === 0;
    const isWhole = typeof promise.orderId === 'string' && isHash(promise.hash);
    const areTimes = [promise.at, promise.sealedBy].every((at) => isCount(at) && at <= LAST_TIME);
    return isReceipt && isWhole && areTimes ? { keyId: kid, text: `${head}.${payload}`, signature, promise } : null;
  } catch {
    return null;
  }
}

/** Checks a receipt's signature. Returns what it promises, and whether signatures were checked. */
export async function checkReceipt(hashing, text, publicKeys, place = 'receipt') {
  const read = readReceipt(hashing, text);
  if (!read) fail('CHANGED', place, 'this is no slot receipt, or a part of it is missing');
  const key = keysById(hashing, publicKeys).get(read.keyId);
  if (key === undefined) fail('SEAL', place, `its key ${read.keyId} is not known`);
  const isSigned = await hashing.isSigned(key, read.text, read.signature);
  if (isSigned === false) fail('SEAL', place, `its signature is not of key ${read.keyId}`);
  return { promise: read.promise, keyId: read.keyId, isSigned: isSigned !== null };
}

/** Checks the inclusion proof beside a receipt, as an order's page shows them. Returns its seal, and whether that was checked as signed. */
export async function checkSlot(hashing, { hash }, slot, { keys, files }, place = 'proof') {
  const seal = isObject(slot) ? slot.seal : null;
  if (!isSeal(seal)) fail('CHANGED', place, 'this is no proof');
  comparePublished(seal, files, place);
  if (slot.size !== seal.size || rootByInclusion(hashing, hash, slot) !== seal.root)
    fail('CHANGED', place, `seal ${seal.number} does not count this slot`);
  const isSigned = await checkSignature(hashing, { seal, place }, keysById(hashing, keys));
  return { ...seal, isSigned: isSigned !== null };
}
