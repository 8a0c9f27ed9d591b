import { MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import type { Session } from '../event-sourcing/requester.js';
import { Sessions } from './sessions.js';

const START = Date.UTC(2030, 0, 1);

describe('a single session', () => {
  let now: number;
  let sessions: Sessions;
  let noted: string[];
  const sid = (token: string) => sessions.check(token, false)?.sid ?? '';
  beforeEach(() => {
    now = START;
    noted = [];
    sessions = new Sessions('a secret of at least thirty-two characters', () => now);
    sessions.lives.onUse(async (session: Session) => {
      noted.push(session.accountId);
    });
  });

  it('ends alone: others of its account go on', () => {
    const [lost, kept] = [sessions.begin('ada', ['shopper'], 0), sessions.begin('ada', ['shopper'], 0)];
    sessions.end(sid(lost));
    expect(sessions.check(lost)).toBeNull();
    expect(sessions.check(kept)).toMatchObject({ accountId: 'ada' });
  });

  it('stays ended for as long as its token lives, and is not held any longer', () => {
    const lost = sessions.begin('ada', ['shopper'], 0);
    sessions.end(sid(lost));
    now += 12 * 60 * MINUTE - 1;
    sessions.end('another');
    expect(sessions.check(lost)).toBeNull();
  });

  describe('of staff', () => {
    it.each(['admin', 'auditor'] as const)('is over once %s has left it alone for 30 minutes', (role) => {
      const token = sessions.begin('ada', ['shopper', role], 0);
      now += 30 * MINUTE - 1;
      expect(sessions.check(token)).not.toBeNull();
      now += 30 * MINUTE - 1;
      expect(sessions.check(token)).not.toBeNull();
      now += 30 * MINUTE;
      expect(sessions.check(token)).toBeNull();
    });

    it('is not kept by a page that asks by itself', () => {
      const token = sessions.begin('ada', ['admin'], 0);
      for (let minute = 1; minute < 30; minute += 1) {
        now += MINUTE;
        expect(sessions.check(token, false)).not.toBeNull();
      }
      now += MINUTE;
      expect(sessions.check(token)).toBeNull();
    });

    it('is kept by its use at another process', () => {
      const token = sessions.begin('ada', ['admin'], 0);
      now += 29 * MINUTE;
      sessions.lives.hear(sid(token), now);
      now += 29 * MINUTE;
      expect(sessions.check(token)).not.toBeNull();
    });

    it('is kept by its last use, though an earlier one is processed after it', () => {
      const token = sessions.begin('ada', ['admin'], 0);
      now += 29 * MINUTE;
      expect(sessions.check(token)).not.toBeNull();
      sessions.lives.hear(sid(token), now - 28 * MINUTE);
      now += 29 * MINUTE;
      expect(sessions.check(token)).not.toBeNull();
    });

    it('is recorded as used at most once a minute', () => {
      const token = sessions.begin('ada', ['admin'], 0);
      for (let second = 0; second < 120; second += 1) {
        sessions.check(token);
        now += 1_000;
      }
      expect(noted).toEqual(['ada', 'ada']);
    });

    it('is recorded again at its next use where that could not be written', async () => {
      let tries = 0;
      sessions.lives.onUse(async () => {
        tries += 1;
        throw new Error('the log is away');
      });
      const token = sessions.begin('ada', ['admin'], 0);
      sessions.check(token);
      await new Promise(setImmediate);
      sessions.check(token);
      expect(tries).toBe(2);
    });
  });

  it('of a shopper lasts until it expires, and nobody writes down when it is used', () => {
    const token = sessions.begin('ada', ['shopper'], 0);
    now += 11 * 60 * MINUTE;
    expect(sessions.check(token)).not.toBeNull();
    expect(noted).toEqual([]);
  });

  it('without an id is none', () => {
    const old = new Sessions('a secret of at least thirty-two characters', () => now);
    const { jwt } = old.keys.signing(now);
    const iat = Math.floor(now / 1_000);
    expect(sessions.check(jwt.sign({ sub: 'ada', roles: ['shopper'], v: 0, iat, exp: iat + 60 }))).toBeNull();
  });
});
