import { deflateRawSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { verifierContract } from '@supreme-access/test/contracts/verifier.contract.js';
import { chainedAnew, keyOf, linesOf, SealedLog, signedBy } from '@supreme-access/test/fixtures/sealed-log.js';
import {
  changed,
  events,
  FORGED,
  filesOf,
  type Given,
  published,
  seals,
  TAMPERED,
  text,
} from '@supreme-access/test/fixtures/tampered-logs.js';
import { checkAll } from '../../../../verifiers/page/checks.mjs';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import { zipped } from '../bundles/zip.js';
import { consistencyPath, inclusionPath, leafHash, type NodeAt } from './merkle.js';

const WHOLE: Given = { lines: linesOf(events), seals: published };
const leaves = events.map(({ metadata }) => leafHash(Buffer.from(metadata.hash, 'base64url')));
const nodeAt: NodeAt = (start, size) => (size === 1 ? leaves[start] : undefined);
const written = (path: readonly Buffer[]) => path.map((hash) => hash.toString('base64url'));

/** That a seal counts an event of the log. */
function proofOf(index: number, seal = seals[0], kind = 'event') {
  const proven = events[index];
  if (!seal || !proven) throw new Error('a seal and an event are needed');
  const before = events.find(({ stream, revision }) => stream === proven.stream && revision === proven.revision - 1);
  return {
    format: 'supreme-access-proof/1',
    kind,
    event: JSON.parse(linesOf(events)[index] ?? ''),
    previous: before?.metadata.hash ?? '',
    inclusion: { index, size: seal.size, path: written(inclusionPath(nodeAt, index, seal.size)) },
    seal,
    keys: [keyOf('ours')],
  };
}

/** That the first seal counts order-one's OrderPlaced, and the second one all that the first did. */
function proofDocument() {
  const [seal, later] = seals;
  if (!seal || !later) throw new Error('two seals are needed');
  const consistency = { seal: later, path: written(consistencyPath(nodeAt, seal.size, later.size)) };
  return { ...proofOf(3, seal, 'drop-summary'), consistency };
}

const file = (name: string, content: string) => new File([content], name);
const check = (given: Given) => {
  const { files, key } = filesOf(given);
  return checkAll(
    files.map(({ name, text: content }) => file(name, content)),
    { key },
  );
};
const checkProof = async (proof: object) => (await checkAll([file('proof.json', JSON.stringify(proof))]))[0];

// The page is put together from the modules of this program.
verifierContract('JavaScript', { program: process.execPath, file: 'verifiers/verify.mjs', signs: true });

describe('what the verifier says that is one HTML file', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([...TAMPERED, ...FORGED])('names %s', async (_what, found, given) => {
    const [part] = await check(given);
    expect(part?.findings[0]?.slice(0, found.length)).toBe(found);
    expect(part?.lines).toEqual([]);
  });

  it('is what holds of a log as it is, and what was not checked', async () => {
    const [part] = await check(WHOLE);
    expect(part).toMatchObject({ findings: [], unusable: null });
    expect(part?.lines.map(({ mark, text: said }) => `${mark}: ${said}`)).toEqual([
      'Holds: Every chain: 12 events in 4 streams.',
      'Holds: 2 seals, the last one number 2 of Fri, 06 Mar 2026 12:00:10 GMT, over the first 10 events.',
      'Not checked: The 2 events after that: a later seal will count them.',
      expect.stringMatching(/^Holds: Every signature is of key /),
      expect.stringMatching(/^Not checked: Whose key that is/),
      expect.stringMatching(/^Not checked: What the sealed personal texts say/),
    ]);
  });

  it('is that signatures could not be checked, where the browser has no Ed25519', async () => {
    const none = new DOMException('Unrecognized name.', 'NotSupportedError');
    jest.spyOn(crypto.subtle, 'importKey').mockRejectedValue(none);
    const [part] = await check(WHOLE);
    expect(part).toMatchObject({ findings: [], headline: 'It holds, but signatures could not be checked.' });
    expect(part?.lines.map(({ text: said }) => said)).toContainEqual(expect.stringMatching(/^Signatures: /));
    expect(part?.lines.some(({ text: said }) => said.startsWith('Every signature'))).toBe(false);
  });

  it('is of a proof what it proves', async () => {
    const part = await checkProof(proofDocument());
    expect(part?.findings).toEqual([]);
    expect(part?.lines.map(({ text: said }) => said)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Seal 1 of .* counts OrderPlaced, order-one revision 0, as one of 6 events\.$/),
        'Seal 2 counts all that seal 1 counted, unchanged.',
      ]),
    );
  });

  const proof = proofDocument();
  it.each([
    ['another event', 'CHANGED', { ...proof, event: { ...proof.event, data: { price: 1 } } }],
    ['another place', 'CHANGED', { ...proof, inclusion: { ...proof.inclusion, index: 2 } }],
    ['a path that was cut', 'CHANGED', { ...proof, inclusion: { ...proof.inclusion, path: [] } }],
    ['another size', 'CHANGED', { ...proof, inclusion: { ...proof.inclusion, size: 7 } }],
    ['a seal of another key', 'SEAL', { ...proof, keys: [keyOf('other')] }],
    ['a seal that was changed', 'SEAL', { ...proof, seal: { ...proof.seal, at: 1 } }],
    ['a later seal of another log', 'FORKED', { ...proof, consistency: { ...proof.consistency, path: [] } }],
    ['no event', 'CHANGED', { ...proof, event: null }],
  ])('names a proof of %s', async (_what, word, given) => {
    expect((await checkProof(given))?.findings).toEqual([expect.stringMatching(`^${word} proof: `)]);
  });

  it('names a proof of sums whose own signature is not of the key', async () => {
    const forgery = { sums: null, keyId: keyOf('ours').keyId, signature: 'A'.repeat(86) };
    const log = new SealedLog().add('drop-hoodie', 'DropSummarised', forgery).sealed();
    const [seal] = log.seals;
    const inclusion = { index: 0, size: 1, path: [] };
    const sums = { ...proof, event: JSON.parse(linesOf(log.events)[0] ?? ''), inclusion, seal, consistency: undefined };
    expect((await checkProof(sums))?.findings).toEqual([
      expect.stringMatching(/^SEAL proof: its signature is not of key/),
    ]);
    const other = { ...published, seals: [{ ...seal, at: 1 }] };
    const files = [file('proof.json', JSON.stringify(sums)), file('seals.json', JSON.stringify(other))];
    expect((await checkAll(files))[0]?.findings).toEqual([
      expect.stringMatching(/^FORKED proof: seal 1 in it is another/),
    ]);
  });

  it('names a proof in a bundle whose seal is of a key that its seals.json does not show', async () => {
    const seal = { ...proof.seal, keyId: keyOf('other').keyId };
    const forged = { ...proofOf(3), seal: signedBy('other', seal), keys: [keyOf('other')] };
    const part = await checkBundle({ proofs: [forged], shown: [] });
    expect(part?.findings).toEqual([expect.stringMatching(/^SEAL seal 1: its key .* is not known/)]);
  });

  it('says first that an altered event was accepted', async () => {
    const { events: sound } = new SealedLog()
      .add('order-one', 'OrderPlaced')
      .add('damage-accepted', 'DamageAccepted', { stream: 'order-one', revision: 0 });
    const altered = linesOf(changed(sound, 0, { data: { price: 1 } }));
    const headline = 'It holds, but 1 event was accepted as damaged.';
    expect(await check({ lines: altered })).toMatchObject([{ findings: [], headline }]);
  });

  const exported = file('export.ndjson', text(linesOf(events)));
  it.each([
    ['nothing but seals', [file('seals.json', JSON.stringify(published))]],
    ['seals that are none', [exported, file('seals.json', '{"seals":1}')]],
    ['three exports', [exported, exported, exported]],
  ])('is of %s that it cannot be checked', async (_what, files) => {
    await expect(checkAll(files)).rejects.toThrow(/nothing to check|not what seals.json answers|Two exports at most/);
  });
});

/** order-one as both seals count it: placed, charged, refunded */
const order = events.filter(({ stream }, index) => stream === 'order-one' && index < 10);
const newest = proofOf(9, seals[1]);
const HOUR = 3_600_000;
const later = (event: RecordedEvent) => ({
  ...event,
  position: event.position + 100,
  metadata: { ...event.metadata, recordedAt: event.metadata.recordedAt + HOUR },
});
/** `own` with its charge, and all after it, rewritten */
const cheaper = (own = order) => chainedAnew(changed(own, 1, { data: { amount: 1 } }));

function bundled({ own = order, proofs = [newest] as object[], shown = seals, more = [] as string[] } = {}) {
  return zipped([
    { name: 'events.ndjson', content: text(linesOf(own)) },
    { name: 'seals.json', content: JSON.stringify({ ...published, seals: shown }) },
    ...proofs.map((one, index) => ({ name: `proofs/${index + 1}.json`, content: JSON.stringify(one) })),
    ...more.map((name) => ({ name, content: 'x' })),
  ]);
}
const checkZip = async (zip: Buffer) => (await checkAll([new File([new Uint8Array(zip)], 'evidence.zip')]))[0];
const checkBundle = (given: Parameters<typeof bundled>[0]) => checkZip(bundled(given));

/** A zip of one file, deflated, that says it inflates to `size` bytes. */
function deflated(content: Buffer, size = content.length) {
  const zip = zipped([{ name: 'events.ndjson', content: deflateRawSync(content) }]);
  const central = zip.lastIndexOf('PK\x01\x02');
  zip.writeUInt16LE(8, central + 10);
  zip.writeUInt32LE(size, central + 24);
  return zip;
}

describe('what the verifier says of a bundle', () => {
  it('is that it holds, where a proof stands for all', async () => {
    expect(await checkBundle({})).toMatchObject({ findings: [], headline: 'It holds.' });
  });

  it.each([
    ['a proof that was left out', 1, { proofs: [] }],
    ['a later proof that was left out', 2, { proofs: [proofOf(3)] }],
    ['a history that was rewritten, its later proof left out', 2, { own: cheaper(), proofs: [proofOf(3)] }],
    [
      'one whose positions were changed too',
      2,
      { own: cheaper().map((event) => ({ ...event, position: event.position + 100 })), proofs: [proofOf(3)] },
    ],
    [
      'one whose times were changed too',
      2,
      {
        own: cheaper(order.map((event, at) => (at < 1 ? event : { ...later(event), position: event.position }))),
        proofs: [proofOf(3)],
      },
    ],
  ])('names %s', async (_what, line, given) => {
    const part = await checkBundle(given);
    const found = new RegExp(`^CHANGED events.ndjson line ${line}: .* seal 2 counts this place, and no proof of it is`);
    expect(part).toMatchObject({ headline: 'Something was changed.', findings: [expect.stringMatching(found)] });
  });

  it.each([
    [[1, 2], '2 events are'],
    [[2], '1 event is'],
  ])('says first how many newer events are in no seal: %j', async (newer, counted) => {
    const own = chainedAnew(order.map((event, at) => (newer.includes(at) ? later(event) : event)));
    const proofs = newer.includes(1) ? [proofOf(3)] : [proofOf(7, seals[1])];
    expect(await checkBundle({ own, proofs })).toMatchObject({
      findings: [],
      headline: `It holds, but ${counted} in no seal.`,
    });
  });

  it('takes an event that was written while the seal was made', async () => {
    const [sealAt, margin] = [seals[1]?.at ?? 0, 10 * 60_000];
    const recorded = (recordedAt: number) => {
      const own = order.map((event, at) => {
        return at < 2 ? event : { ...event, position: 100, metadata: { ...event.metadata, recordedAt } };
      });
      return checkBundle({ own: chainedAnew(own), proofs: [proofOf(7, seals[1])] });
    };
    expect((await recorded(sealAt - margin))?.findings).toEqual([]);
    expect((await recorded(sealAt - margin - 1))?.findings).toHaveLength(1);
  });

  it('compares its seals with those of seals.json beside it', async () => {
    const beside = (first: object | undefined) => {
      const sealsFile = file('seals.json', JSON.stringify({ ...published, seals: [first, seals[1]] }));
      return checkAll([new File([new Uint8Array(bundled())], 'evidence.zip'), sealsFile]);
    };
    expect(await beside(seals[0])).toMatchObject([{ findings: [] }]);
    expect(await beside({ ...seals[0], root: 'A'.repeat(43) })).toMatchObject([
      { findings: ['FORKED seal 1: seal 1 in it is another than the one in seals.json'] },
    ]);
  });

  it.each([
    ['another event', proofOf(3, seals[0], 'slot'), ['CHANGED proofs/2.json: it is of no slot']],
    ['a slot', proofOf(2, seals[0], 'slot'), []],
  ])('knows a proof of a slot from that of %s', async (_what, slot, findings) => {
    expect((await checkBundle({ proofs: [newest, slot] }))?.findings).toEqual(findings);
  });

  it('is which files it does not check, and that no two have one name', async () => {
    const part = await checkBundle({ more: ['README.txt', 'proofs/more.txt', 'setup.exe'] });
    expect(part?.lines).toContainEqual({ mark: 'Not checked', text: 'Not of a bundle: proofs/more.txt, setup.exe.' });
    const twice = await checkBundle({ more: ['seals.json'] });
    expect(twice).toMatchObject({
      headline: 'It could not be checked.',
      unusable: expect.stringMatching(/seals.json/),
    });
  });

  it.each([
    ['deflated files', deflated(Buffer.from('x')), /seals.json is not in it/],
    ['more than 256 MB', deflated(Buffer.from('x'), 256 * 1024 * 1024 + 1), /larger than 256 MB/],
    ['a file that inflates to more than it says', deflated(Buffer.alloc(1024 * 1024), 10), /no zip file/],
    ['a file that inflates to less', deflated(Buffer.from('x'), 10), /no zip file/],
  ])('is of a zip of %s that it is no bundle', async (_what, zip, unusable) => {
    expect(await checkZip(zip)).toMatchObject({ findings: [], unusable: expect.stringMatching(unusable) });
  });
});
