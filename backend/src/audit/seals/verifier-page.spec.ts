import { jest } from '@jest/globals';
import { keyOf, linesOf, SealedLog, signedBy } from '@supreme-access/test/fixtures/sealed-log.js';
import {
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
import { zipped } from '../bundles/zip.js';
import { consistencyPath, inclusionPath, type Known, leafHash } from './merkle.js';

const WHOLE: Given = { lines: linesOf(events), seals: published };
const leaves = events.map(({ metadata }) => leafHash(Buffer.from(metadata.hash, 'base64url')));
const nodeAt: Known = (start, size) => (size === 1 ? leaves[start] : undefined);
const written = (path: readonly Buffer[]) => path.map((hash) => hash.toString('base64url'));

/** That the first seal counts order-one's OrderPlaced, and the second one all that the first did. */
function proofDocument() {
  const [seal, later] = seals;
  if (!seal || !later) throw new Error('two seals are needed');
  const event = JSON.parse(linesOf(events)[3] ?? '');
  return {
    format: 'supreme-access-proof/1',
    kind: 'drop-summary',
    event,
    previous: '',
    inclusion: { index: 3, size: seal.size, path: written(inclusionPath(nodeAt, 3, seal.size)) },
    seal,
    consistency: { seal: later, path: written(consistencyPath(nodeAt, seal.size, later.size)) },
    keys: [keyOf('ours')],
  };
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
    expect(part?.findings).toEqual([]);
    expect(part?.lines).toContainEqual({ mark: 'Not checked', text: expect.stringMatching(/^Signatures: /) });
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
    const forged = {
      ...proof,
      kind: 'event',
      consistency: undefined,
      seal: signedBy('other', seal),
      keys: [keyOf('other')],
    };
    const bundle = zipped([
      { name: 'events.ndjson', content: text(linesOf(events.filter(({ stream }) => stream === 'order-one'))) },
      { name: 'seals.json', content: JSON.stringify({ ...published, seals: [] }) },
      { name: 'proofs/1-event.json', content: JSON.stringify(forged) },
    ]);
    const [part] = await checkAll([new File([new Uint8Array(bundle)], 'evidence.zip')]);
    expect(part?.findings).toEqual([expect.stringMatching(/^SEAL seal 1: its key .* is not known/)]);
  });

  it.each([
    ['nothing but seals', [file('seals.json', JSON.stringify(published))]],
    ['seals that are none', [file('export.ndjson', text(linesOf(events))), file('seals.json', '{"seals":1}')]],
  ])('is of %s that it cannot be checked', async (_what, files) => {
    await expect(checkAll(files)).rejects.toThrow(/nothing to check|not what seals.json answers/);
  });
});
