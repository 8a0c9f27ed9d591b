import { checkBundle, unzip } from '../bundle.mjs';
import { isHash, isObject, noting, Unusable, walk } from '../chain.mjs';
import { checkProof, checkReceipt, checkSlot, PROOF_FORMAT, readReceipt } from '../proofs.mjs';
import { checkFork, checkSeals, sealsIn } from '../seals.mjs';
import { HASHING } from './hashing.mjs';
import { headlineOf, saidOfBundle, saidOfExport, saidOfProof, saidOfReceipt } from './said.mjs';

/** bytes; a longer text is an export */
const MOST_TEXT = 64 * 1024 * 1024;
/** ms between two pauses in which the page is drawn */
const PAUSE = 50;

/**
 * Sorts files by what they hold and checks what belongs together; `progress(read, all)` in bytes. Returns a part for each thing that was
 * checked: what was found, or else what is said of it. @throws Unusable if there is nothing to check
 */
export async function checkAll(files, { key = '', isPart = false, progress = () => {} } = {}) {
  const pinned = key.split(/[\s,]+/).filter(Boolean);
  if (!pinned.every(isHash)) throw new Unusable('A public key is 43 characters of base64url.');
  const given = { exports: [], seals: [], bundles: [], proofs: [], receipts: [] };
  for (const file of files) await sort(file, given);
  if (given.exports.length > 2)
    throw new Unusable('Two exports at most are compared: choose one of a log, or two of the same.');
  const options = { pinned, isPart, progress, files: given.seals };
  const parts = [];
  if (given.exports.length > 0)
    parts.push(await partOf(given.exports, (found) => ofExports(given.exports, options, found)));
  for (const one of given.bundles) parts.push(await partOf([one], () => ofBundle(one, options)));
  for (const one of given.proofs) parts.push(await partOf([one], () => ofProof(one, options)));
  for (const one of given.receipts) parts.push(await partOf([one], () => ofReceipt(one, options)));
  if (parts.length > 0) return parts;
  throw new Unusable('There is nothing to check: choose an export, an evidence bundle, a proof or a receipt.');
}

async function partOf(given, check) {
  const part = { title: given.map(({ file }) => file.name).join(' and '), findings: [], lines: [], unusable: null };
  try {
    const lines = await noting(part.findings, () => check(part.findings));
    if (part.findings.length === 0) part.lines = lines;
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    part.unusable = error.message;
  }
  return { ...part, headline: headlineOf(part) };
}

async function sort(file, given) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0x50 && second === 0x4b) return given.bundles.push({ file });
  if (/\.ndjson$/i.test(file.name) || file.size > MOST_TEXT) return given.exports.push({ file });
  const text = await file.text();
  const content = parsed(text);
  if (content?.format === PROOF_FORMAT) return given.proofs.push({ file, content });
  if (content !== null && 'seals' in content) return given.seals.push(sealsIn(content));
  if (typeof content?.receipt === 'string')
    return given.receipts.push({ file, text: content.receipt, slot: content.proof });
  if (!text.trimStart().startsWith('{')) return given.receipts.push({ file, text, slot: null });
  return given.exports.push({ file });
}

function parsed(text) {
  try {
    const content = JSON.parse(text);
    return isObject(content) ? content : null;
  } catch {
    return null;
  }
}

async function ofExports(given, { files, pinned, isPart, progress }, findings) {
  const [one, other] = given.map(({ file }) => file);
  const all = one.size + (other?.size ?? 0);
  const log = await walk(
    HASHING,
    chunksOf(one, (read) => progress(read, all)),
    isPart,
  );
  const second =
    other &&
    (await walk(
      HASHING,
      chunksOf(other, (read) => progress(one.size + read, all)),
      isPart,
    ));
  findings.push(...log.findings);
  if (second) await noting(findings, () => checkFork(log, second));
  const sealed = await noting(findings, () => checkSeals(HASHING, log, { files, pinned, isPart }));
  if (findings.length > 0) return [];
  if (second?.findings.length > 0) throw new Unusable(`In the other export: ${second.findings[0]}`);
  return saidOfExport(log, sealed, { isPart, isPinned: pinned.length > 0, isCompared: other !== undefined });
}

/** Streams of some browsers are no async iterables, and the page is drawn between two chunks at times. */
async function* chunksOf(file, progress) {
  const reader = file.stream().getReader();
  let [read, drawn] = [0, performance.now()];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
    read += value.length;
    if (performance.now() - drawn < PAUSE) continue;
    progress(read);
    await new Promise((resolve) => setTimeout(resolve));
    drawn = performance.now();
  }
}

async function ofBundle({ file }, { pinned, files }) {
  const bundle = await unzip(new Uint8Array(await file.arrayBuffer()));
  return saidOfBundle(await checkBundle(HASHING, bundle, { pinned, files }), pinned.length > 0);
}

async function ofProof({ content }, { pinned, files }) {
  return saidOfProof(await checkProof(HASHING, content, { pinned, files }), pinned.length > 0);
}

async function ofReceipt({ text, slot }, { files, pinned }) {
  const keys = pinned.length > 0 ? pinned : files.flatMap((one) => one.keys.map(({ publicKey }) => publicKey));
  if (keys.length === 0 && readReceipt(HASHING, text))
    throw new Unusable('Choose seals.json as well: it holds the public keys that a receipt is checked with.');
  const receipt = await checkReceipt(HASHING, text, keys);
  const seal = slot ? await checkSlot(HASHING, receipt.promise, slot, { keys, files }) : null;
  return saidOfReceipt(receipt, seal, pinned.length > 0);
}
