import { jest } from '@jest/globals';
import { Program } from '../support/program.js';

jest.setTimeout(600_000);

/** One quickly found bug per part; `simulation.full.spec.ts` plants them all. */
const FEW = [
  'one slot more than there are',
  'the promise ends an hour late',
  'a missing answer is taken for a purchase',
  'a session is completed that the log does not name',
  'a session that says canceled is taken for a refusal',
  'a fee is charged although nothing was bought',
  'an erasure leaves the key',
  'what is delivered twice counts twice',
];

describe('the simulation in short', () => {
  async function simulation(...args: string[]): Promise<{ code: number | null; text: string }> {
    const program = Program.start('backend/dist/simulation/test/simulation/main.js', {}, args);
    const { code } = await program.ended;
    return { code, text: program.text };
  }

  it('finds nothing in twelve days', async () => {
    const { code, text } = await simulation('--seeds', '12');
    expect([text.match(/FAILED/g), code]).toEqual([null, 0]);
    expect(text).toMatch(/^12 seeds, /m);
  });

  it('finds eight planted bugs', async () => {
    const { code, text } = await simulation('--planted', '--seeds', '20', ...FEW);
    expect([text.match(/NOT FOUND/g), code]).toEqual([null, 0]);
    expect(text).toMatch(/^8 of 8 planted bugs found/m);
  });
});
