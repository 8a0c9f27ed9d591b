#!/usr/bin/env node
/**
 * Checks an exported log of Supreme Access, offline: no server, no installation, no package; Node.js 20 or newer is all it takes. The
 * server's own runs walk the chains with it as well.
 * What is checked, and why, is in docs/log-format.md; verify.py is its twin, written from that page alone.
 */
import { createHash, createPublicKey, verify as isSigned } from 'node:crypto';
import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `usage: node verify.mjs <export.ndjson> [--seals <seals.json>]... [--key <public key>]... [--other <export.ndjson>] [--part]
  --seals  what /.well-known/supreme-access/seals.json answered; fetch it BEFORE the export. More than one page: once for each
  --key    a public key that you noted before; seals of other keys are then refused, but for those that a sealed event names after it
  --other  a second export of the same log: whichever is shorter must be how the longer begins
  --part   the export is only a part (some streams, or a range): chains are checked from the first event it holds of each
exit code: 0 everything holds, 1 something was found, 2 it could not be checked`;

/** What is wrong; `place` is a line of the export, or a seal. */
class Finding extends Error {
  constructor(kind, place, text) {
    super(`${kind} ${place}: ${text}`);
  }
}
/** What keeps it from being checked. */
class Unusable extends Error {}

function fail(kind, place, text) {
  throw new Finding(kind, place, text);
}

/** What a check comes to; what it finds goes to `findings`, and ends it. */
async function noting(findings, check) {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    findings.push(error.message);
    return null;
  }
}

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isHash = (value) => typeof value === 'string' && /^[\w-]{43}$/.test(value);

/** Split at line feeds alone: other line separators may stand inside of a line. */
async function* linesOf(path) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let [rest, number] = ['', 0];
  const file = createReadStream(path);
  try {
    for await (const chunk of file) {
      const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = texts.pop();
      for (const text of texts) yield { text, place: `line ${++number}`, isWhole: true };
    }
  } catch (error) {
    throw error.code ? new Unusable(`${path} cannot be read (${error.code}).`) : error;
  }
  rest += decoder.decode();
  if (rest !== '') yield { text: rest, place: `line ${++number}`, isWhole: false };
}

function readEvent({ text, place, isWhole }) {
  let event;
  try {
    event = JSON.parse(text);
  } catch {
    if (isWhole) fail('CHANGED', place, 'this is no JSON');
    fail('CUT OFF', place, 'the file ends in the middle of this line');
  }
  const { position, stream, revision, id, type, data, metadata } = isObject(event) ? event : {};
  const areTexts = [stream, id, type].every((value) => typeof value === 'string');
  const isEvent = isCount(position) && isCount(revision) && areTexts && isObject(data) && isObject(metadata);
  if (!isEvent || !isHash(metadata.hash)) fail('CHANGED', place, 'this is no event');
  return event;
}

/** The hash that an event must have after the one before it in its stream; '' stands before the first. */
function chainHash(previous, { stream, revision, id, type, data, metadata }) {
  const { hash: _, ...rest } = metadata;
  return sha256(previous, JSON.stringify([stream, revision, id, type, data, rest])).toString('base64url');
}

const placeOf = (stream, revision) => `${stream}@${revision}`;

/**
 * Walks the hash chains of a log, event by event, and goes on after what is wrong. `part`: the first event of each stream is taken as it
 * stands. In memory it keeps the last link of each stream: 200 bytes (measured), 200 MB of a log of a million streams.
 */
export class ChainWalk {
  #links = new Map();
  #accepted = new Set();
  #findings = [];
  #position = 0;

  constructor({ part = false } = {}) {
    this.part = part;
  }

  get streams() {
    return this.#links.size;
  }

  hasStream(stream) {
    return this.#links.has(stream);
  }

  /** Checks the next event, in this order: revision, position, hash. `about` comes back with what is wrong. Returns whether nothing is. */
  take(event, about) {
    const { stream, revision, position, metadata } = event;
    const last = this.#links.get(stream);
    const expected = last ? last.revision + 1 : this.part ? revision : 0;
    const note = (word, problem, more) => this.note({ word, position, stream, revision, problem, about, ...more });
    const order = `revision ${revision} does not follow ${expected - 1}`;
    if (revision < expected) {
      const early = this.#findings.find((one) => one.stream === stream && isAmong(one, revision));
      if (early) early.word = 'REORDERED';
      else note('INSERTED', order);
      return false;
    }
    const before = this.#findings.length;
    if (revision > expected) note('REMOVED', order, { missing: expected });
    if (position <= this.#position) {
      note(
        position === this.#position ? 'INSERTED' : 'REORDERED',
        `position ${position} does not follow ${this.#position}`,
      );
    }
    this.#position = Math.max(this.#position, position);
    this.#links.set(stream, { revision, hash: metadata.hash || (last?.hash ?? '') });
    const isLinked = revision === expected && last?.hash !== null && (last !== undefined || revision === 0);
    if (event.isForeign) note('CHANGED', 'this program did not write the event');
    else if (isLinked && chainHash(last?.hash ?? '', event) !== metadata.hash)
      note('CHANGED', 'the hash does not fit the event');
    else this.#accept(event);
    return this.#findings.length === before;
  }

  /** Goes on after events that cannot be read: nothing tells what the next one in their stream follows. */
  skip({ stream, revision, position, count }, problem) {
    this.note({ word: 'CHANGED', position, stream, revision, problem });
    this.#links.set(stream, { revision: revision + count - 1, hash: null });
    this.#position = Math.max(this.#position, position + count - 1);
  }

  note(finding) {
    this.#findings.push(finding);
  }

  /** What is wrong, and what of it an operator has accepted. */
  end() {
    const isAccepted = (one) => this.#isAccepted(one);
    return {
      broken: this.#findings.filter((one) => !isAccepted(one)),
      accepted: this.#findings.filter(isAccepted),
      places: [...this.#accepted],
    };
  }

  /** A damaged event accepts nothing, not even itself. */
  #accept({ stream, type, data }) {
    const isAcceptance = stream === 'damage-accepted' && type === 'DamageAccepted' && Number.isInteger(data.revision);
    if (isAcceptance) this.#accepted.add(placeOf(data.stream, data.revision));
  }

  #isAccepted({ word, stream, revision, missing }) {
    if (word === 'CHANGED') return this.#accepted.has(placeOf(stream, revision));
    if (missing === undefined || word === 'REORDERED') return false;
    for (let lacking = missing; lacking < revision; lacking++) {
      if (!this.#accepted.has(placeOf(stream, lacking))) return false;
    }
    return true;
  }
}

const isAmong = ({ missing, revision }, one) => missing !== undefined && missing <= one && one < revision;

/** Reads an export. Keeps, as far as its chains hold, what the seals are compared with. */
async function walk(path, part) {
  const chains = new ChainWalk({ part });
  let entries = [];
  for await (const line of linesOf(path)) {
    const about = { place: line.place, count: entries.length };
    try {
      const event = readEvent(line);
      chains.take(event, { ...about, name: `${nameOf(event)} ` });
      entries.push(entryOf(event, line.place, entries.length));
    } catch (error) {
      if (!(error instanceof Finding)) throw error;
      chains.note({ about, text: error.message });
    }
  }
  const { broken, places } = chains.end();
  const findings = broken.slice(0, 1).map(messageOf);
  if (broken[0]) entries = entries.slice(0, broken[0].about.count);
  const sealed = entries.flatMap(({ type, data, place }) => (type === 'LogSealed' ? [{ seal: data, place }] : []));
  const keys = entries.flatMap(({ type, data, index }) => (type === 'SealKeyMade' ? [{ ...data, index }] : []));
  return { entries, sealed, keys, findings, streams: chains.streams, accepted: places };
}

function entryOf(event, place, index) {
  const { stream, position, type, data, metadata } = event;
  const leaf = sha256(Buffer.from([0]), Buffer.from(metadata.hash, 'base64url'));
  return { index, place, position, leaf, name: nameOf(event), ...(stream === 'log-seals' ? { type, data } : {}) };
}

function messageOf({ text, word, problem, about: { place, name } }) {
  return text ?? new Finding(word, place, name + problem).message;
}

const nameOf = ({ stream, revision, type }) => `${type}, ${stream} revision ${revision},`;

/** The text that is signed. */
function textOf({ number, size, position, root, previous, at, keyId }) {
  return ['supreme-access seal v1', number, size, position, root, previous, at, keyId].join('\n');
}

const hashOf = (seal) => sha256(textOf(seal)).toString('base64url');
const keyIdOf = (publicKey) => sha256(Buffer.from(publicKey, 'base64url')).toString('base64url').slice(0, 16);

function readSeals(path) {
  try {
    const { seals, keys } = JSON.parse(readFileSync(path, 'utf8'));
    return { sealed: seals.map((seal) => ({ seal, place: `seal ${seal.number}` })), keys: [...keys] };
  } catch (error) {
    throw new Unusable(`${path} is not what seals.json answers (${error.code ?? error.message}).`);
  }
}

/** Each number once, in order. */
function inOrder(sealed) {
  const byNumber = new Map();
  for (const { seal, place } of sealed) {
    const { number, size, position, root, previous, at } = seal;
    const isSeal = [number, size, position, at].every(isCount) && isHash(root) && (previous === '' || isHash(previous));
    if (!isSeal) fail('SEAL', place, 'this is no seal');
    const known = byNumber.get(number);
    if (!known) byNumber.set(number, { seal, place });
    else if (textOf(known.seal) !== textOf(seal)) {
      fail('FORKED', known.place, `two seals have number ${number}: over ${known.seal.size} and over ${size} events`);
    }
  }
  return [...byNumber.values()].sort((a, b) => a.seal.number - b.seal.number);
}

/** `trusted`: ids of the keys that were given, and of those that their seals count; null: any */
function checkSignature({ seal, place }, keys, trusted) {
  const { keyId, signature } = seal;
  const isOther = trusted !== null && !trusted.has(keyId);
  if (isOther) fail('SEAL', place, `it is of another key, ${keyId}, than those given`);
  const x = keys.get(keyId);
  if (x === undefined) fail('SEAL', place, `its key ${keyId} is not known: give seals.json with --seals`);
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const given = Buffer.from(String(signature), 'base64url');
  if (!isSigned(null, Buffer.from(textOf(seal)), key, given))
    fail('SEAL', place, `its signature is not of key ${keyId}`);
}

function checkLink({ seal, place }, before) {
  if (before?.number !== seal.number - 1) return;
  if (seal.previous !== hashOf(before)) fail('FORKED', place, `it does not follow seal ${before.number}`);
  if (seal.size < before.size || seal.at < before.at) fail('SEAL', place, 'it counts less than the one before');
}

/** The Merkle tree's root (RFC 9162, 2.1.1) at a size, no smaller than before; `tree`: of whole subtrees, the largest first. */
function rootsAt(entries) {
  const tree = [];
  let count = 0;
  const node = (left, right) => sha256(Buffer.from([1]), left, right);
  return (size) => {
    for (; count < size; count++) {
      let hash = entries[count].leaf;
      for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2) hash = node(tree.pop(), hash);
      tree.push(hash);
    }
    return tree.reduceRight((right, left) => node(left, right)).toString('base64url');
  };
}

function checkRoots(seals, log) {
  const bySize = seals.filter(({ size }) => size > 0).sort((a, b) => a.size - b.size);
  const there = bySize.filter(({ size }) => size <= log.entries.length);
  const roots = rootsAt(log.entries);
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

function checkSeals(log, files, pinned, isPart) {
  const named = [...log.keys, ...files.flatMap((file) => file.keys)].map(({ publicKey }) => publicKey).filter(isHash);
  const keys = new Map([...named, ...pinned].map((key) => [keyIdOf(key), key]));
  const sealed = inOrder([...log.sealed, ...files.flatMap((file) => file.sealed)]);
  const trusted = pinned.length > 0 ? new Set(pinned.map(keyIdOf)) : null;
  for (const [index, one] of sealed.entries()) {
    checkSignature(one, keys, trusted);
    checkLink(one, sealed[index - 1]?.seal);
    // That it counts them as they are here is found by its root, which a part cannot be compared with.
    const counted = isPart
      ? []
      : log.keys.filter(({ index: at, publicKey }) => at < one.seal.size && isHash(publicKey));
    for (const { publicKey } of counted) trusted?.add(keyIdOf(publicKey));
  }
  const seals = sealed.map(({ seal }) => seal);
  if (!isPart) checkRoots(seals, log);
  return seals;
}

function checkFork({ entries }, other) {
  const at = entries.findIndex(({ leaf }, index) => other.entries[index]?.leaf.equals(leaf) === false);
  if (at >= 0)
    fail('FORKED', `line ${at + 1}`, `${entries[at].name} here, ${other.entries[at].name} in the other export`);
}

async function run(path, { seals = [], key = [], other, part = false }) {
  if (!key.every(isHash)) throw new Unusable('A public key is 43 characters of base64url.');
  const files = seals.map(readSeals);
  const log = await walk(path, part);
  const second = other === undefined ? null : await walk(other, part);
  const findings = [...log.findings];
  if (second) await noting(findings, () => checkFork(log, second));
  const checked = await noting(findings, () => checkSeals(log, files, key, part));
  if (findings.length > 0) return findings;
  if (second?.findings.length > 0) throw new Unusable(`In the other export: ${second.findings[0]}`);
  console.log(told(log, checked, part, key.length > 0));
  return [];
}

function told({ entries, streams, accepted }, seals, isPart, isPinned) {
  const places = accepted.map((place) => `\nACCEPTED by an operator: ${place}`).join('');
  const chains = `${entries.length} events in ${streams} streams: every chain holds.${places}`;
  const last = seals.at(-1);
  if (!last) return `${chains}\nThere is no seal: a log that was written anew as a whole would look like this one.`;
  const when = new Date(last.at).toISOString();
  const held = `${seals.length} seals hold, the last one, number ${last.number} of ${when}, over ${last.size} events.`;
  const part = isPart ? '\nThey could not be compared with a part of the log.' : '';
  const keys = [...new Set(seals.map(({ keyId }) => keyId))].join(', ');
  const trust = isPinned
    ? 'as given, or named under a seal of one that was given'
    : 'which you should compare with what you noted before, or give with --key';
  return `${chains}\n${held}${part}\nKey ${keys}, ${trust}.`;
}

function readArguments() {
  const many = { type: 'string', multiple: true };
  // A key may begin with a dash, which would be taken for an option.
  const joined = (all, one) => (all.at(-1) === '--key' ? [...all.slice(0, -1), `--key=${one}`] : [...all, one]);
  const args = process.argv.slice(2).reduce(joined, []);
  const flag = { type: 'boolean' };
  const options = { seals: many, key: many, other: { type: 'string' }, part: flag, help: { ...flag, short: 'h' } };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    if (positionals.length === 1) return [positionals[0], values];
  } catch {
    // told how below
  }
  throw new Unusable(USAGE);
}

async function main() {
  try {
    const findings = await run(...readArguments());
    for (const one of findings) console.log(one);
    process.exitCode = findings.length === 0 ? 0 : 1;
  } catch (error) {
    console.log(error instanceof Unusable ? error.message : error);
    process.exitCode = 2;
  }
}

// The server walks its chains with this file too.
const started = process.argv[1];
if (started && realpathSync(started) === fileURLToPath(import.meta.url)) await main();
