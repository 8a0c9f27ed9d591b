import { inTerminal } from './terminal-lines.js';

const AT = new Date(2026, 2, 6, 11, 0, 3).getTime();
const line = (facts: object) => inTerminal(`${JSON.stringify({ level: 40, time: AT, ...facts })}\n`);

describe('the log on a terminal', () => {
  it('is a line with the time, the level, the sentence and its facts', () => {
    expect(line({ msg: 'a job failed', kind: 'charge', attempts: 2 })).toBe(
      '11:00:03 WARN  a job failed  kind=charge attempts=2\n',
    );
    expect(line({ msg: 'a partner is back' })).toBe('11:00:03 WARN  a partner is back\n');
  });

  it('is of the security log, too, whose times are texts', () => {
    const time = new Date(AT).toISOString();
    expect(line({ time, log: 'security', event: 'login', actor: { kind: 'guest' } })).toBe(
      '11:00:03 WARN  log=security event=login actor={"kind":"guest"}\n',
    );
  });

  it('keeps the stack of an error', () => {
    expect(line({ msg: 'failed', err: { message: 'no', stack: 'Error: no\n    at here' } })).toBe(
      '11:00:03 WARN  failed Error: no\n    at here\n',
    );
  });

  it('says nothing that a terminal would obey', () => {
    expect(line({ msg: 'a\u001b[2Jb', who: '\u009b31m' })).toBe('11:00:03 WARN  a[2Jb  who=31m\n');
  });
});
