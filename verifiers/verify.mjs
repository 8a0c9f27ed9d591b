#!/usr/bin/env node
/**
 * Checks an exported log of Supreme Access, offline: no server, no installation, no package; Node.js 20 or newer is all it takes.
 * What is checked, and why, is in docs/log-format.md; verify.py is its twin, written from that page alone.
 */
import { createHash, createPublicKey, verify as isSigned } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
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

/** Reads an export as far as its chains hold. Keeps what the seals are compared with. */
async function walk(path, isPart) {
  const log = { leaves: [], positions: [], names: [], streams: new Map(), sealed: [], keys: [], findings: [] };
  log.accepted = await acceptedIn(path);
  const lines = linesOf(path);
  await noting(log.findings, async () => {
    for await (const line of lines) {
      const event = readEvent(line);
      const isAfterMissing = await checkPlace(event, line.place, log, isPart, lines);
      const last = log.streams.get(event.stream);
      const isFirstOfPart = isPart && last === undefined && event.revision > 0;
      const isTaken = isFirstOfPart || isAfterMissing || log.accepted.has(`${event.stream}@${event.revision}`);
      if (!isTaken && chainHash(last?.hash ?? '', event) !== event.metadata.hash) {
        fail('CHANGED', line.place, `${nameOf(event)} or the one before it in its stream is not as it was written`);
      }
      keep(event, line.place, log);
    }
  });
  return log;
}

/** Damaged events that an operator has accepted, by stream and revision; an event says so that is not damaged itself. */
async function acceptedIn(path) {
  const accepted = new Set();
  let last;
  for await (const { text } of linesOf(path)) {
    if (!text.includes('"damage-accepted"')) continue;
    try {
      const event = JSON.parse(text);
      const { stream, revision, type, data, metadata } = event;
      if (stream !== 'damage-accepted') continue;
      const isAfterMissing = revision > (last?.revision ?? -1) + 1;
      const isTaken = isAfterMissing || chainHash(last?.hash ?? '', event) === metadata.hash;
      last = { revision, hash: metadata.hash };
      if (isTaken && type === 'DamageAccepted' && Number.isInteger(data.revision))
        accepted.add(`${data.stream}@${data.revision}`);
    } catch {
      // told as the line is read
    }
  }
  return accepted;
}

/** Whether accepted events are missing before this one, which tells nothing of what it follows then. */
async function checkPlace(event, place, { streams, positions, accepted }, isPart, lines) {
  const { stream, revision, position } = event;
  const last = streams.get(stream);
  const next = last ? last.revision + 1 : isPart ? revision : 0;
  let expected = next;
  while (expected < revision && accepted.has(`${stream}@${expected}`)) expected += 1;
  if (revision < expected) fail('INSERTED', place, `${nameOf(event)} stands here a second time`);
  if (revision > expected) {
    const missing = `${stream} revision ${expected}`;
    for await (const later of lines) {
      if (isThere(later.text, stream, expected)) fail('REORDERED', place, `${missing} comes later, in ${later.place}`);
    }
    fail('REMOVED', place, `before this one, ${missing} is missing`);
  }
  const before = positions.at(-1) ?? 0;
  if (position === before) fail('INSERTED', place, `${nameOf(event)} has the position of the line before`);
  if (position < before) fail('REORDERED', place, `position ${position} comes after ${before}`);
  return expected > next;
}

function isThere(text, stream, revision) {
  try {
    const event = JSON.parse(text);
    return event?.stream === stream && event.revision === revision;
  } catch {
    return false;
  }
}

function keep(event, place, log) {
  const { stream, revision, position, type, data, metadata } = event;
  log.streams.set(stream, { revision, hash: metadata.hash });
  log.positions.push(position);
  log.leaves.push(sha256(Buffer.from([0]), Buffer.from(metadata.hash, 'base64url')));
  log.names.push(nameOf(event));
  if (stream !== 'log-seals') return;
  if (type === 'LogSealed') log.sealed.push({ seal: data, place });
  if (type === 'SealKeyMade') log.keys.push({ ...data, index: log.leaves.length - 1 });
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
function rootsAt(leaves) {
  const tree = [];
  let count = 0;
  const node = (left, right) => sha256(Buffer.from([1]), left, right);
  return (size) => {
    for (; count < size; count++) {
      let hash = leaves[count];
      for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2) hash = node(tree.pop(), hash);
      tree.push(hash);
    }
    return tree.reduceRight((right, left) => node(left, right)).toString('base64url');
  };
}

function checkRoots(seals, log) {
  const bySize = seals.filter(({ size }) => size > 0).sort((a, b) => a.size - b.size);
  const there = bySize.filter(({ size }) => size <= log.leaves.length);
  const roots = rootsAt(log.leaves);
  let good = 0;
  for (const seal of there) {
    if (roots(seal.size) !== seal.root) notAsSealed(seal, good, log);
    good = seal.size;
  }
  const beyond = bySize.find(({ size }) => size > log.leaves.length);
  if (beyond && log.findings.length === 0) notAsSealed(beyond, good, log);
}

function notAsSealed({ number, size, position }, good, { positions }) {
  const count = positions.filter((one) => one <= position).length;
  const place = `line ${good + 1}`;
  const sealed = `seal ${number} counts ${size} events up to position ${position}`;
  const range = `lines ${good + 1} to ${count}: ${sealed}, here are ${count}`;
  const isCut = count < size && (positions.at(-1) ?? 0) < position;
  if (isCut) fail('CUT OFF', `line ${positions.length + 1}`, `the export ends, and ${sealed}`);
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

function checkFork({ leaves, names }, other) {
  const at = leaves.findIndex((leaf, index) => other.leaves[index]?.equals(leaf) === false);
  if (at >= 0) fail('FORKED', `line ${at + 1}`, `${names[at]} here, ${other.names[at]} in the other export`);
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

function told({ leaves, streams, accepted }, seals, isPart, isPinned) {
  const places = [...accepted].map((place) => `\nACCEPTED by an operator: ${place}`).join('');
  const chains = `${leaves.length} events in ${streams.size} streams: every chain holds.${places}`;
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

try {
  const findings = await run(...readArguments());
  for (const one of findings) console.log(one);
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  console.log(error instanceof Unusable ? error.message : error);
  process.exitCode = 2;
}
