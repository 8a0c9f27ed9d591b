import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyOf, linesOf, SealedLog } from '../fixtures/sealed-log.js';
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
} from '../fixtures/tampered-logs.js';
import { ROOT } from '../support/root.js';

interface Vector {
  name: string;
  line: string;
  previous: string;
  text: string;
  hash: string;
}
export const VECTORS = JSON.parse(readFileSync(join(ROOT, 'docs/log-format.vectors.json'), 'utf8')) as Vector[];

interface VerifierProgram {
  program: string;
  /** below the repository's root */
  file: string;
  /** whether it can check signatures here */
  signs: boolean;
}

/** What every program says that checks an exported log (docs/log-format.md). */
export function verifierContract(language: string, { program, file, signs }: VerifierProgram): void {
  describe(`the verifier in ${language}`, () => {
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
      const args = [join(ROOT, file), 'export.ndjson', ...(given ? ['--seals', 'seals.json'] : []), ...more];
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: directory, encoding: 'utf8' });
      return { code: status, says: `${stdout}${stderr}` };
    }
    const fine = signs ? 0 : 3;

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

    it('trusts no key that a damaged event names, though an operator has accepted it', () => {
      const { events: rewritten } = new SealedLog()
        .add('log-seals', 'SealKeyMade', { ...keyOf('ours') })
        .add('order-one', 'OrderPlaced')
        .sealed()
        .add('damage-accepted', 'DamageAccepted', { stream: 'log-seals', revision: 0 })
        .sealed('other');
      const lines = linesOf(changed(rewritten, 0, { data: { ...keyOf('other') } }));
      expect(verify({ lines, more: ['--key', keyOf('ours').publicKey] })).toEqual({
        code: 1,
        says: expect.stringMatching(/^SEAL line \d: .*than those given\n$/),
      });
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

    it.each([...TAMPERED, ...(signs ? FORGED : [])])('names %s', (_what, found, given) => {
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
}
