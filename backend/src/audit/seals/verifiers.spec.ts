import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keyOf, linesOf, SealedLog } from '@supreme-access/test/fixtures/sealed-log.js';
import {
  changed,
  events,
  FORGED,
  FORKED,
  type Given,
  published,
  TAMPERED,
  text,
  without,
} from '@supreme-access/test/fixtures/tampered-logs.js';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import { chainHash } from '../../stores/event-log/hash-chain.js';

const ROOT = resolve(import.meta.dirname, '../../../..');
const VERIFIERS = [
  ['JavaScript', process.execPath, 'verifiers/verify.mjs'],
  ['Python', 'python3', 'verifiers/verify.py'],
] as const;
const isThere = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const hasPython = isThere('python3', '--version');
const signs = (language: string) =>
  language !== 'Python' || isThere('python3', '-c', 'import cryptography.hazmat.primitives.asymmetric.ed25519');
if (!hasPython) process.stdout.write('python3 is not here: verifiers/verify.py was not tried.\n');

interface Vector {
  name: string;
  line: string;
  previous: string;
  text: string;
  hash: string;
}
const VECTORS = JSON.parse(readFileSync(join(ROOT, 'docs/log-format.vectors.json'), 'utf8')) as Vector[];

describe.each(hasPython ? VERIFIERS : VERIFIERS.slice(0, 1))('the verifier in %s', (language, program, file) => {
  let directory = '';
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'verifier-'));
    writeFileSync(join(directory, 'forked.ndjson'), FORKED);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  function verify({ lines = [], text: whole = text(lines), seals: given, more = [] }: Given): {
    code: number | null;
    says: string;
  } {
    writeFileSync(join(directory, 'export.ndjson'), whole);
    if (given) writeFileSync(join(directory, 'seals.json'), JSON.stringify(given));
    const args = [resolve(ROOT, file), 'export.ndjson', ...(given ? ['--seals', 'seals.json'] : []), ...more];
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: directory, encoding: 'utf8' });
    return { code: status, says: `${stdout}${stderr}` };
  }
  const fine = signs(language) ? 0 : 3;

  it('finds nothing wrong with a log as it is, and says what its seals are over', () => {
    const { code, says } = verify({
      lines: linesOf(events),
      seals: published,
      more: ['--key', keyOf('ours').publicKey],
    });
    expect(says).toMatch(
      /^12 events in 4 streams: every chain holds\.\n2 seals hold, the last one, number 2 of .*, over 10 events\./,
    );
    expect([code, says.includes('SIGNATURES WERE NOT CHECKED')]).toEqual([fine, fine === 3]);
  });

  it('trusts a later key that a seal of the one that was noted counts, and no other', () => {
    const begun = () =>
      new SealedLog()
        .add('log-seals', 'SealKeyMade', { ...keyOf('ours') })
        .add('order-one', 'OrderPlaced')
        .sealed();
    const named = begun().add('log-seals', 'SealKeyMade', { ...keyOf('other') });
    const more = ['--key', keyOf('ours').publicKey];
    const followed = named.sealed('ours').add('order-one', 'FeeCharged').sealed('other').events;
    expect(verify({ lines: linesOf(followed), more })).toMatchObject({
      code: fine,
      says: expect.stringContaining('as given, or named under a seal of one that was given'),
    });
    const alone = begun()
      .add('log-seals', 'SealKeyMade', { ...keyOf('other') })
      .sealed('other').events;
    for (const given of [
      { lines: linesOf(alone), more },
      { lines: linesOf(followed), more: [...more, '--part'] },
    ]) {
      expect(verify(given)).toMatchObject({
        code: 1,
        says: expect.stringMatching(/^SEAL line \d: .*than those given\n$/),
      });
    }
  });

  it('takes a key that begins with a dash', () => {
    const { code, says } = verify({ lines: linesOf(events), more: ['--key', `-${'A'.repeat(42)}`] });
    expect([code, says]).toEqual([1, expect.stringMatching(/^SEAL line 7: .*than those given\n$/)]);
  });

  it('says of a log without seals what it cannot prove', () => {
    const { code, says } = verify({ lines: linesOf(events.slice(0, 6)) });
    expect([code, says]).toEqual([0, expect.stringContaining('There is no seal')]);
  });

  it('passes over what an operator has accepted, missing or altered, and says so; over nothing else', () => {
    const { events: damaged } = new SealedLog()
      .add('order-one', 'OrderPlaced')
      .add('order-one', 'Bar')
      .add('order-two', 'OrderPlaced')
      .add('damage-accepted', 'DamageAccepted', { stream: 'order-one', revision: 1 })
      .add('damage-accepted', 'DamageAccepted', { stream: 'order-two', revision: 0 })
      .add('order-one', 'FeeCharged')
      .add('order-two', 'FeeCharged');
    const altered = changed(damaged, 2, { data: { price: 1 } });
    const line =
      /^6 events in 3 streams.*\nACCEPTED by an operator: order-one@1\nACCEPTED by an operator: order-two@0\n/;
    expect(verify({ lines: linesOf(without(altered, 1)) })).toEqual({ code: 0, says: expect.stringMatching(line) });
    expect(verify({ lines: linesOf(without(altered, 1, 3)) }).code).toBe(1);
    const { events: odd } = new SealedLog()
      .add('order-one', 'OrderPlaced')
      .add('damage-accepted', 'DamageAccepted', { stream: 'order-one', revision: 'first' })
      .add('damage-accepted', 'DamageAccepted', { stream: 'order-one', revision: 0.5 });
    expect(verify({ lines: linesOf(odd) })).toEqual({
      code: 0,
      says: expect.not.stringContaining('ACCEPTED'),
    });
    expect(verify({ lines: linesOf(changed(without(altered, 1), 5, { data: { price: 2 } })) }).code).toBe(1);
  });

  it('believes no damaged event that accepts, not even of itself, nor one that was accepted itself', () => {
    const accepting = (stream: string, revision: number) => ({ data: { stream, revision } });
    const { events: sound } = new SealedLog()
      .add('order-one', 'OrderPlaced')
      .add('damage-accepted', 'DamageAccepted', { stream: 'order-two', revision: 0 })
      .add('damage-accepted', 'DamageAccepted', { stream: 'damage-accepted', revision: 0 });
    const itself = changed(sound.slice(0, 2), 1, accepting('damage-accepted', 0));
    expect(verify({ lines: linesOf(itself) })).toEqual({ code: 1, says: expect.stringMatching(/^CHANGED line 2:/) });
    const other = changed(sound, 1, accepting('order-one', 0));
    const line = /ACCEPTED by an operator: damage-accepted@0\n(?!ACCEPTED)/;
    expect(verify({ lines: linesOf(other) })).toEqual({ code: 0, says: expect.stringMatching(line) });
    const cheap = changed(other, 0, { data: { price: 1 } });
    expect(verify({ lines: linesOf(cheap) })).toEqual({ code: 1, says: expect.stringMatching(/^CHANGED line 1:/) });
  });

  it('reads every odd text, number and field as the server does', () => {
    const { code, says } = verify({ lines: VECTORS.map(({ line }) => line) });
    expect([code, says]).toEqual([0, expect.stringMatching(/^9 events in 8 streams: every chain holds\./)]);
  });

  it('takes a part of a log for what it is', () => {
    const lines = linesOf(events.filter(({ stream, revision }) => stream === 'order-one' && revision > 0));
    expect(verify({ lines, more: ['--part'] })).toMatchObject({
      code: 0,
      says: expect.stringMatching(/^3 events in 1 /),
    });
    expect(verify({ lines })).toMatchObject({ code: 1, says: expect.stringMatching(/^REMOVED line 1:/) });
  });

  it.each([...TAMPERED, ...(signs(language) ? FORGED : [])])('names %s', (_what, found, given) => {
    const { code, says } = verify(given);
    expect([code, says.slice(0, found.length), says]).toEqual([1, found, says]);
  });

  it.each<[string, Given]>([
    ['seals that are none', { lines: linesOf(events), seals: { success: false } }],
    ['a key that is none', { lines: linesOf(events), more: ['--key', 'ours'] }],
    ['an export that is not there', { lines: [], more: ['--other', 'nowhere.ndjson'] }],
  ])('says that it cannot check %s', (_what, given) => {
    expect(verify(given).code).toBe(2);
  });
});

describe('the vectors of docs/log-format.md', () => {
  it.each(VECTORS)('are what the server hashes: $name', ({ line, previous, text: hashed, hash }) => {
    const { stream, revision, metadata, ...event } = JSON.parse(line) as RecordedEvent;
    const { hash: _, ...rest } = metadata;
    expect(JSON.stringify([stream, revision, event.id, event.type, event.data, rest])).toBe(hashed);
    expect(chainHash(previous, stream, revision, { ...event, metadata })).toBe(hash);
  });
});
