import { fail, isObject, Unusable, walk } from './chain.mjs';
import { checkProof, checkReceipt } from './proofs.mjs';
import { checkSeals, sealsIn } from './seals.mjs';

/** The evidence bundle of an order: docs/log-format.md, 8. `hashing` as in chain.mjs. */

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** bytes */
const END_LENGTH = 22;
const CENTRAL_LENGTH = 46;
const LOCAL_LENGTH = 30;

/** The files of a zip (APPNOTE.TXT 6.3.10, 4.3) by name, stored or deflated. @throws Unusable for anything else */
export async function unzip(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new Map();
  try {
    let end = bytes.length - END_LENGTH;
    while (view.getUint32(end, true) !== END) end -= 1;
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== CENTRAL) throw new RangeError('no entry');
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const name = new TextDecoder().decode(bytes.subarray(at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength));
      files.set(name, await contentOf(bytes, view, at));
      at += CENTRAL_LENGTH + nameLength + extra + comment;
    }
  } catch {
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
  if (method === 0) return content;
  const inflated = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
}

/** Checks what a bundle holds: its chains, its seals, its proofs and its receipt, and that they are of one order. */
export async function checkBundle(hashing, files, pinned = []) {
  const textIn = (name) => new TextDecoder().decode(files.get(name) ?? missing(name));
  const given = sealsIn(jsonIn('seals.json', textIn('seals.json')));
  const log = await walk(hashing, [files.get('events.ndjson') ?? missing('events.ndjson')]);
  if (log.findings[0]) fail(...partsOf(log.findings[0], 'events.ndjson'));
  const heads = hashesIn(textIn('events.ndjson'));
  const proofs = await checkProofs(hashing, files, { heads, pinned });
  // A proof brings keys of its own: its seals must be of those that seals.json shows.
  const proven = { sealed: proofs.seals.map((seal) => ({ seal, place: `seal ${seal.number}` })), keys: [] };
  const sealed = await checkSeals(hashing, log, { files: [given, proven], pinned, isPart: true });
  const publicKeys = pinned.length > 0 ? pinned : given.keys.map(({ publicKey }) => publicKey);
  const receipt = files.has('receipt.txt')
    ? await checkReceipt(hashing, textIn('receipt.txt'), publicKeys, 'receipt.txt')
    : null;
  const { slot } = proofs;
  const orderId = orderOf(heads, slot);
  const isOther = receipt && slot && receipt.promise.hash !== slot.event.metadata.hash;
  if (isOther || (receipt && receipt.promise.orderId !== orderId))
    fail('CHANGED', 'receipt.txt', `it is of another slot than that of order ${orderId}`);
  return {
    orderId,
    events: log.entries.length,
    streams: log.streams,
    accepted: log.accepted,
    unsealed: proofs.unsealed,
    slot,
    receipt: receipt?.promise ?? null,
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

/** The hashes of each stream by revision; its chains begin at 0. */
function hashesIn(text) {
  const streams = new Map();
  for (const line of text.split('\n').filter(Boolean)) {
    const { stream, metadata } = JSON.parse(line);
    if (!streams.has(stream)) streams.set(stream, []);
    streams.get(stream).push(metadata.hash);
  }
  return streams;
}

/** A finding of a file, told as of that file in the bundle. */
function partsOf(finding, file) {
  const [, word, line, text] = /^([A-Z ]+) (line \d+): (.*)$/s.exec(finding);
  return [word, `${file} ${line}`, text];
}

/** Each proof is of the slot, or of an event of the chains: it stands for all before it in its stream. */
async function checkProofs(hashing, files, { heads, pinned }) {
  const proven = new Map();
  const seals = [];
  let [slot, isSigned] = [null, true];
  for (const [name, bytes] of files) {
    if (!/^proofs\/[^/]+\.json$/.test(name)) continue;
    const proof = jsonIn(name, new TextDecoder().decode(bytes));
    const checked = await checkProof(hashing, proof, { place: name, pinned });
    isSigned = checked.isSigned && isSigned;
    seals.push(checked.seal, ...(checked.consistency ? [checked.consistency] : []));
    const { stream, revision, metadata } = checked.event;
    if (isObject(proof) && proof.kind === 'slot') slot = checked;
    else if (heads.get(stream)?.[revision] !== metadata.hash)
      fail('CHANGED', name, `${stream} revision ${revision} is another event in events.ndjson`);
    else proven.set(stream, Math.max(proven.get(stream) ?? 0, revision + 1));
  }
  const unsealed = [...heads].map(([stream, hashes]) => hashes.length - (proven.get(stream) ?? 0));
  return { slot, seals, isSigned, unsealed: unsealed.reduce((sum, count) => sum + count, 0) };
}

function orderOf(heads, slot) {
  const [order] = [...heads.keys()].filter((stream) => stream.startsWith('order-'));
  const orderId = order?.slice('order-'.length) ?? null;
  if (slot && orderId !== null && slot.event.data.orderId !== orderId)
    fail('CHANGED', 'proofs', `the slot is of order ${slot.event.data.orderId}, the events are of ${orderId}`);
  return orderId ?? slot?.event.data.orderId ?? null;
}
