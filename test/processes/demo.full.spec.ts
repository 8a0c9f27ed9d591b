import { Program } from '../support/program.js';

describe('npm run demo', () => {
  it('runs a drop of its default size, and every printed invariant holds', async () => {
    const program = Program.run('npm', ['run', 'demo'], {});
    const { code } = await program.ended;
    const [, invariants = ''] = program.text.split('  Invariants\n');
    expect([code, program.text]).toEqual([0, expect.stringContaining('300 shoppers want 200 slots')]);
    expect(invariants.match(/[✓✗]/g)).toEqual(Array(11).fill('✓'));
  }, 600_000);
});
