/**
 * The chains of an exported log, for every program that checks one (docs/log-format.md): Node.js and browsers alike. `hashing` is what the
 * two have each in their own way: `sha256(...parts)` over texts and bytes, `textOf` and `bytesOf` for base64url, and `isSigned`.
 */

/** What is wrong; `place` is a line of the export, a seal or a proof. */
export class Finding extends Error {
  constructor(kind, place, text) {
    super(`${kind} ${place}: ${text}`);
    this.text = text;
  }
}
/** What keeps it from being checked. */
export class Unusable extends Error {}

export function fail(kind, place, text) {
  throw new Finding(kind, place, text);
}

/** What a check comes to; what it finds goes to `findings`, and ends it. */
export async function noting(findings, check) {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    findings.push(error.message);
    return null;
  }
}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
export const isHash = (value) => typeof value === 'string' && /^[\w-]{43}$/.test(value);

/** Split at line feeds alone: other line separators may stand inside of a line. */
async function* linesOf(chunks) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let [rest, number] = ['', 0];
  for await (const chunk of chunks) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = texts.pop();
    for (const text of texts) yield { text, place: `line ${++number}`, isWhole: true };
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
  if (!isEvent(event)) fail('CHANGED', place, 'this is no event');
  return event;
}

export function isEvent(event) {
  const { position, stream, revision, id, type, data, metadata } = isObject(event) ? event : {};
  const areTexts = [stream, id, type].every((value) => typeof value === 'string');
  const areFields = isCount(position) && isCount(revision) && areTexts && isObject(data) && isObject(metadata);
  return areFields && isHash(metadata.hash);
}

/** The hash that an event must have after the one before it in its stream; '' stands before the first. */
export function chainHash({ sha256, textOf }, previous, { stream, revision, id, type, data, metadata }) {
  const { hash: _, ...rest } = metadata;
  return textOf(sha256(previous, JSON.stringify([stream, revision, id, type, data, rest])));
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

  constructor(hashing, { part = false } = {}) {
    this.hashing = hashing;
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
    else if (isLinked && chainHash(this.hashing, last?.hash ?? '', event) !== metadata.hash)
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

/** Reads an export from its bytes. Keeps, as far as its chains hold, what the seals are compared with. */
export async function walk(hashing, chunks, part = false) {
  const chains = new ChainWalk(hashing, { part });
  let entries = [];
  for await (const line of linesOf(chunks)) {
    const about = { place: line.place, count: entries.length };
    try {
      const event = readEvent(line);
      const isIntact = chains.take(event, { ...about, name: `${nameOf(event)} ` });
      entries.push(entryOf(hashing, event, { place: line.place, index: entries.length, isIntact }));
    } catch (error) {
      if (!(error instanceof Finding)) throw error;
      chains.note({ about, text: error.message });
    }
  }
  const { broken, places } = chains.end();
  const findings = broken.slice(0, 1).map(messageOf);
  if (broken[0]) entries = entries.slice(0, broken[0].about.count);
  const sealed = entries.flatMap(({ type, data, place }) => (type === 'LogSealed' ? [{ seal: data, place }] : []));
  const keys = entries.flatMap(({ type, data, index, isIntact }) => {
    return type === 'SealKeyMade' ? [{ ...data, index, isIntact }] : [];
  });
  return { entries, sealed, keys, findings, streams: chains.streams, accepted: places };
}

function entryOf(hashing, event, { place, index, isIntact }) {
  const { stream, position, type, data, metadata } = event;
  const leaf = leafOf(hashing, metadata.hash);
  const ofSeals = stream === 'log-seals' ? { type, data, isIntact } : {};
  return { index, place, position, leaf, name: nameOf(event), ...ofSeals };
}

/** An event as a leaf of the tree: RFC 9162, 2.1.1. */
export function leafOf({ sha256, bytesOf }, hash) {
  return sha256(LEAF, bytesOf(hash));
}

const LEAF = Uint8Array.of(0);

function messageOf({ text, word, problem, about: { place, name } }) {
  return text ?? new Finding(word, place, name + problem).message;
}

export const nameOf = ({ stream, revision, type }) => `${type}, ${stream} revision ${revision},`;
