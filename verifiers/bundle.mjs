import { fail, nameOf, Unusable, walk } from './chain.mjs';
import { checkProof, checkReceipt } from './proofs.mjs';
import { checkSeals, comparePublished, sealsIn } from './seals.mjs';

/** The evidence bundle of an order: docs/log-format.md, 8. `hashing` as in chain.mjs. */

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** bytes */
const END_LENGTH = 22;
const CENTRAL_LENGTH = 46;
const LOCAL_LENGTH = 30;
/** bytes of all files, inflated */
const MOST = 256 * 1024 * 1024;
/** ms by which clocks may differ, and an event may be written after a seal that was made at the same time */
const MARGIN = 10 * 60_000;
const OF_THE_FORMAT =
  /^(README\.txt|verifier\.html|events\.ndjson|seals\.json|receipt\.txt|proofs\/([^/]+\.json)?|mails\/([^/]+\.txt)?)$/;

/** The files of a zip (APPNOTE.TXT 6.3.10, 4.3) by name, stored or deflated. @throws Unusable for anything else, and for more than 256 MiB */
export async function unzip(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new Map();
  let room = MOST;
  try {
    let end = bytes.length - END_LENGTH;
    while (view.getUint32(end, true) !== END) end -= 1;
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== CENTRAL) throw new RangeError('no entry');
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const name = new TextDecoder().decode(bytes.subarray(at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength));
      if (files.has(name)) throw new Unusable(`Two files in the zip have the name ${name}.`);
      room -= view.getUint32(at + 24, true);
      if (room < 0) throw new Unusable('What is in the zip is larger than 256 MB.');
      files.set(name, await contentOf(bytes, view, at));
      at += CENTRAL_LENGTH + nameLength + extra + comment;
    }
  } catch (error) {
    if (error instanceof Unusable) throw error;
    throw new Unusable('This is no zip file, or a part of it is missing.');
  }
  return files;
}

async function contentOf(bytes, view, central) {
  const [method, size] = [view.getUint16(central + 10, true), view.getUint32(central + 20, true)];
  const local = view.getUint32(central + 42, true);
  const start = local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const content = bytes.subarray(start, start + size);
  if (content.length !== size) throw new RangeError('cut off');
  const whole = view.getUint32(central + 24, true);
  const inflated = method === 0 ? content : await inflate(content, whole);
  if (inflated.length !== whole) throw new RangeError('of another size');
  return inflated;
}

/** Ends at the size that the zip names: a few bytes may inflate to a thousand times as many. */
async function inflate(content, whole) {
  const reader = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks = [];
  for (let size = 0; size <= whole; ) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    chunks.push(value);
    size += value.length;
  }
  await reader.cancel();
  throw new RangeError('of another size');
}

/**
 * Checks what a bundle holds: its chains, its seals, its proofs and its receipt, and that they are of one order. `published`: of
 * seals.json beside the bundle, to compare with.
 */
export async function checkBundle(hashing, files, { pinned = [], files: published = [] } = {}) {
  const textIn = (name) => new TextDecoder().decode(files.get(name) ?? missing(name));
  const given = sealsIn(jsonIn('seals.json', textIn('seals.json')));
  const log = await walk(hashing, [files.get('events.ndjson') ?? missing('events.ndjson')]);
  if (log.findings[0]) fail(...partsOf(log.findings[0], 'events.ndjson'));
  const events = eventsIn(textIn('events.ndjson'));
  const proofs = await checkProofs(hashing, files, { events, pinned });
  // A proof brings keys of its own: its seals must be of those that seals.json shows.
  const proven = { sealed: proofs.seals.map((seal) => ({ seal, place: `seal ${seal.number}` })), keys: [] };
  for (const { seal, place } of [...given.sealed, ...proven.sealed]) comparePublished(seal, published, place);
  const sealed = await checkSeals(hashing, log, { files: [given, proven], pinned, isPart: true });
  checkUnsealed(proofs.unsealed, sealed.seals.at(-1));
  const publicKeys = pinned.length > 0 ? pinned : given.keys.map(({ publicKey }) => publicKey);
  const receipt = files.has('receipt.txt')
    ? await checkReceipt(hashing, textIn('receipt.txt'), publicKeys, 'receipt.txt')
    : null;
  const { slot } = proofs;
  const orderId = orderOf(events, slot);
  const isOther = receipt && slot && receipt.promise.hash !== slot.event.metadata.hash;
  if (isOther || (receipt && receipt.promise.orderId !== orderId))
    fail('CHANGED', 'receipt.txt', `it is of another slot than that of order ${orderId}`);
  return {
    orderId,
    events: log.entries.length,
    streams: log.streams,
    accepted: log.accepted,
    unsealed: proofs.unsealed.length,
    slot,
    receipt: receipt?.promise ?? null,
    others: [...files.keys()].filter((name) => !OF_THE_FORMAT.test(name)),
    mails: [...files.keys()].filter((name) => /^mails\/.+/.test(name)).length,
    keyIds: [...sealed.seals, ...(receipt ? [receipt] : [])].map(({ keyId }) => keyId),
    isSigned: sealed.isSigned && proofs.isSigned && receipt?.isSigned !== false,
  };
}

function missing(name) {
  throw new Unusable(`This is no evidence bundle: ${name} is not in it.`);
}

function jsonIn(name, text) {
  try {
    return JSON.parse(text);
  } catch {
    return fail('CHANGED', name, 'this is no JSON');
  }
}

/** The events, whose chains hold and begin at 0, by their streams and revisions. */
function eventsIn(text) {
  const streams = new Map();
  for (const [index, line] of text.split('\n').filter(Boolean).entries()) {
    const event = JSON.parse(line);
    if (!streams.has(event.stream)) streams.set(event.stream, []);
    streams.get(event.stream).push({ ...event, place: `events.ndjson line ${index + 1}` });
  }
  return streams;
}

/** What no proof stands for is newer than every seal: its position is in no hash, so its time has to say the same. */
function checkUnsealed(unsealed, seal) {
  if (!seal) return;
  const counted = unsealed.find(({ position, metadata: { recordedAt } }) => {
    return position <= seal.position || !(recordedAt >= seal.at - MARGIN);
  });
  if (!counted) return;
  const text = `${nameOf(counted)} seal ${seal.number} counts this place, and no proof of it is here`;
  fail('CHANGED', counted.place, text);
}

/** A finding of a file, told as of that file in the bundle. */
function partsOf(finding, file) {
  const [, word, line, text] = /^([A-Z ]+) (line \d+): (.*)$/s.exec(finding);
  return [word, `${file} ${line}`, text];
}

/** Each proof is of the slot, or of an event of the chains: it stands for all before it in its stream. */
async function checkProofs(hashing, files, { events, pinned }) {
  const proven = new Map();
  const seals = [];
  let [slot, isSigned] = [null, true];
  for (const [name, bytes] of files) {
    if (!/^proofs\/[^/]+\.json$/.test(name)) continue;
    const proof = jsonIn(name, new TextDecoder().decode(bytes));
    const checked = await checkProof(hashing, proof, { place: name, pinned });
    isSigned = checked.isSigned && isSigned;
    seals.push(checked.seal, ...(checked.consistency ? [checked.consistency] : []));
    const { type, stream, revision, metadata } = checked.event;
    if (proof.kind === 'slot') {
      if (type !== 'SlotReserved' || !stream.startsWith('product-')) fail('CHANGED', name, 'it is of no slot');
      slot = checked;
    } else if (events.get(stream)?.[revision]?.metadata.hash !== metadata.hash)
      fail('CHANGED', name, `${stream} revision ${revision} is another event in events.ndjson`);
    else proven.set(stream, Math.max(proven.get(stream) ?? 0, revision + 1));
  }
  const unsealed = [...events].flatMap(([stream, all]) => all.slice(proven.get(stream) ?? 0));
  return { slot, seals, isSigned, unsealed };
}

function orderOf(events, slot) {
  const [order] = [...events.keys()].filter((stream) => stream.startsWith('order-'));
  const orderId = order?.slice('order-'.length) ?? null;
  if (slot && orderId !== null && slot.event.data.orderId !== orderId)
    fail('CHANGED', 'proofs', `the slot is of order ${slot.event.data.orderId}, the events are of ${orderId}`);
  return orderId ?? slot?.event.data.orderId ?? null;
}
