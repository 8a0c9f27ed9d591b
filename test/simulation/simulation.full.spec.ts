import { hash } from 'node:crypto';
import { jest } from '@jest/globals';
import { Program } from '../support/program.js';

jest.setTimeout(2_400_000);

describe('the simulation', () => {
  const running = new Set<Program>();
  afterEach(() => {
    for (const program of running) program.kill();
  });

  async function simulation(...args: string[]): Promise<{ code: number | null; text: string }> {
    const program = Program.start('backend/dist/simulation/test/simulation/main.js', {}, args);
    running.add(program);
    const { code } = await program.ended;
    running.delete(program);
    return { code, text: program.text };
  }
  const fingerprint = ({ text }: { text: string }) => /^fingerprint (\w+)$/m.exec(text)?.[1];

  it('repeats a day from its seed', async () => {
    const [one, other] = await Promise.all([
      simulation('--seed', '7', '--seeds', '3'),
      simulation('--seed', '7', '--seeds', '3'),
    ]);
    expect(fingerprint(one)).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprint(other)).toBe(fingerprint(one));
  });

  it('simulates a day alone as after others', async () => {
    const ofDays = (days: string[]) => days.reduce((before, day) => hash('sha256', before + day, 'hex'), '');
    const day = async (seed: string) => / fingerprint (\w+)$/m.exec((await simulation('--seed', seed)).text)?.[1] ?? '';
    const [first, second, both] = [await day('7'), await day('8'), await simulation('--seed', '7', '--seeds', '2')];
    expect(first).not.toBe(second);
    expect(fingerprint(both)).toBe(ofDays([first, second]));
  });

  it('finds nothing in 200 short days', async () => {
    const { code, text } = await simulation('--seeds', '200');
    expect([text.match(/FAILED/g), code]).toEqual([null, 0]);
    expect(text).toMatch(/^200 seeds, /m);
  });

  it('finds every bug that is planted', async () => {
    const { code, text } = await simulation('--planted', '--seeds', '500');
    expect([text.match(/NOT FOUND/g), code]).toEqual([null, 0]);
    expect(Number(/^(\d+) of \1 planted bugs found/m.exec(text)?.[1])).toBeGreaterThanOrEqual(15);
  });

  it('prints its usage', async () => {
    const { code, text } = await simulation('--seed', 'none');
    expect([code, text.split('\n')[0]]).toEqual([
      1,
      'usage: npm run simulation -- [--seed N] [--seeds M] [--minutes T] [--planted [WORDS]]',
    ]);
  });
});
