import { fail, isCount, isHash, isObject, Unusable } from './chain.mjs';

/** Seals, and what they say of a log: docs/log-format.md, 3 to 5. `hashing` as in chain.mjs. */

/** The text that is signed. */
function textOfSeal({ number, size, position, root, previous, at, keyId }) {
  return ['supreme-access seal v1', number, size, position, root, previous, at, keyId].join('\n');
}

const hashOf = ({ sha256, textOf }, seal) => textOf(sha256(textOfSeal(seal)));

function keyIdOf({ sha256, textOf, bytesOf }, publicKey) {
  return textOf(sha256(bytesOf(publicKey))).slice(0, 16);
}

/** Public keys by their ids. */
export function keysById(hashing, publicKeys) {
  return new Map(publicKeys.filter(isHash).map((key) => [keyIdOf(hashing, key), key]));
}

/** The ids of the keys that were given; null for none, when any known one will do. */
export function idsOf(hashing, pinned) {
  return pinned.length > 0 ? new Set(keysById(hashing, pinned).keys()) : null;
}

/** Compares a seal with the published one of its number, where `files` hold that. */
export function comparePublished(seal, files, place) {
  const published = files.flatMap(({ sealed }) => sealed).find((one) => one.seal.number === seal.number);
  if (published && textOfSeal(published.seal) !== textOfSeal(seal))
    fail('FORKED', place, `seal ${seal.number} in it is another than the one in seals.json`);
}

export function isSeal(seal) {
  const { number, size, position, root, previous, at } = seal ?? {};
  return [number, size, position, at].every(isCount) && isHash(root) && (previous === '' || isHash(previous));
}

/** Each number once, in order. */
function inOrder(sealed) {
  const byNumber = new Map();
  for (const { seal, place } of sealed) {
    if (!isSeal(seal)) fail('SEAL', place, 'this is no seal');
    const { number, size } = seal;
    const known = byNumber.get(number);
    if (!known) byNumber.set(number, { seal, place });
    else if (textOfSeal(known.seal) !== textOfSeal(seal)) {
      fail('FORKED', known.place, `two seals have number ${number}: over ${known.seal.size} and over ${size} events`);
    }
  }
  return [...byNumber.values()].sort((a, b) => a.seal.number - b.seal.number);
}

/** Whether it is signed: true, or null where signatures cannot be checked. `trusted`: ids of keys, null: any known. */
export function checkSignature(hashing, { seal, place }, keys, trusted = null) {
  return checkSigned(hashing, { ...seal, text: textOfSeal(seal), place }, keys, trusted);
}

/** The same of any text. */
export async function checkSigned(hashing, { keyId, signature, text, place }, keys, trusted = null) {
  const isOther = trusted !== null && !trusted.has(keyId);
  if (isOther) fail('SEAL', place, `it is of another key, ${keyId}, than those given`);
  const key = keys.get(keyId);
  if (key === undefined) fail('SEAL', place, `its key ${keyId} is not known: seals.json names it`);
  const isSigned = await hashing.isSigned(key, text, String(signature));
  if (isSigned === false) fail('SEAL', place, `its signature is not of key ${keyId}`);
  return isSigned;
}

function checkLink(hashing, { seal, place }, before) {
  if (before?.number !== seal.number - 1) return;
  if (seal.previous !== hashOf(hashing, before)) fail('FORKED', place, `it does not follow seal ${before.number}`);
  if (seal.size < before.size || seal.at < before.at) fail('SEAL', place, 'it counts less than the one before');
}

const NODE = Uint8Array.of(1);

/** A node of the tree: RFC 9162, 2.1.1. */
export function nodeOf({ sha256 }, left, right) {
  return sha256(NODE, left, right);
}

/** The Merkle tree's root (RFC 9162, 2.1.1) at a size, no smaller than before; `tree`: of whole subtrees, the largest first. */
function rootsAt(hashing, entries) {
  const tree = [];
  let count = 0;
  return (size) => {
    for (; count < size; count++) {
      let hash = entries[count].leaf;
      for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2) hash = nodeOf(hashing, tree.pop(), hash);
      tree.push(hash);
    }
    return hashing.textOf(tree.reduceRight((right, left) => nodeOf(hashing, left, right)));
  };
}

function checkRoots(hashing, seals, log) {
  const bySize = seals.filter(({ size }) => size > 0).sort((a, b) => a.size - b.size);
  const there = bySize.filter(({ size }) => size <= log.entries.length);
  const roots = rootsAt(hashing, log.entries);
  let good = 0;
  for (const seal of there) {
    if (roots(seal.size) !== seal.root) notAsSealed(seal, good, log);
    good = seal.size;
  }
  const beyond = bySize.find(({ size }) => size > log.entries.length);
  if (beyond && log.findings.length === 0) notAsSealed(beyond, good, log);
}

function notAsSealed({ number, size, position }, good, { entries }) {
  const count = entries.filter((one) => one.position <= position).length;
  const place = `line ${good + 1}`;
  const sealed = `seal ${number} counts ${size} events up to position ${position}`;
  const range = `lines ${good + 1} to ${count}: ${sealed}, here are ${count}`;
  const isCut = count < size && (entries.at(-1)?.position ?? 0) < position;
  if (isCut) fail('CUT OFF', `line ${entries.length + 1}`, `the export ends, and ${sealed}`);
  if (count < size) fail('REMOVED', place, `something of ${range}`);
  if (count > size) fail('INSERTED', place, `something in ${range}`);
  fail('CHANGED', place, `something in ${range}, changed or in another order, its chain made anew`);
}

/** Checks the seals of a log, and those given beside it. Returns them in order, and whether their signatures were checked. */
export async function checkSeals(hashing, log, { files, pinned = [], isPart = false }) {
  const named = [...log.keys, ...files.flatMap((file) => file.keys)].map(({ publicKey }) => publicKey);
  const keys = keysById(hashing, [...named, ...pinned]);
  const sealed = inOrder([...log.sealed, ...files.flatMap((file) => file.sealed)]);
  const trusted = idsOf(hashing, pinned);
  let isSigned = true;
  for (const [index, one] of sealed.entries()) {
    isSigned = (await checkSignature(hashing, one, keys, trusted)) !== null && isSigned;
    checkLink(hashing, one, sealed[index - 1]?.seal);
    // That it counts them as they are here is found by its root, which a part cannot be compared with.
    // A damaged event that was accepted has the hash that the seal counts, and may name any key.
    const counted = isPart ? [] : log.keys.filter(({ index: at, isIntact }) => isIntact && at < one.seal.size);
    for (const id of keysById(
      hashing,
      counted.map(({ publicKey }) => publicKey),
    ).keys())
      trusted?.add(id);
  }
  const seals = sealed.map(({ seal }) => seal);
  if (!isPart) checkRoots(hashing, seals, log);
  return { seals, isSigned };
}

/** What seals.json answered, as the seals are checked. @throws Unusable if it is something else */
export function sealsIn(file) {
  const { seals, keys } = isObject(file) ? file : {};
  const areThere = Array.isArray(seals) && Array.isArray(keys) && [...seals, ...keys].every(isObject);
  if (!areThere) throw new Unusable('It is not what seals.json answers.');
  return { sealed: seals.map((seal) => ({ seal, place: `seal ${seal.number}` })), keys: [...keys] };
}

/** Two exports of one log: whichever is shorter must be how the longer begins. */
export function checkFork({ entries }, other) {
  const differs = ({ leaf }, index) => other.entries[index]?.leaf.some((byte, at) => byte !== leaf[at]);
  const at = entries.findIndex(differs);
  if (at >= 0)
    fail('FORKED', `line ${at + 1}`, `${entries[at].name} here, ${other.entries[at].name} in the other export`);
}
