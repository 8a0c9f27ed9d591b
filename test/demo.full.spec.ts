import { Program } from './support/program.js';

describe('npm run demo', () => {
  it('plays a drop of its own size to the end, and every invariant it prints holds', async () => {
    const program = Program.run('npm', ['run', 'demo'], {});
    const { code } = await program.ended;
    const [, invariants = ''] = program.text.split('  Invariants\n');
    expect([code, program.text]).toEqual([0, expect.stringContaining('300 shoppers want 200 slots')]);
    expect(invariants.match(/[✓✗]/g)).toEqual(Array(10).fill('✓'));
  }, 600_000);
});
