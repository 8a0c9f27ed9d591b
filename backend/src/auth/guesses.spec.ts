import { Limits } from '../http/limits/limits.js';
import { memoryLimits } from '../http/limits/memory-limits.js';
import { Guesses } from './guesses.js';

const [ADA, HOME, ELSEWHERE] = ['ada', '192.0.2.1', '198.51.100.1'];
const TOO_MANY = { code: 'too-many', kind: 'too-many' };

describe('guesses at a password', () => {
  let guesses: Guesses;
  beforeEach(() => {
    guesses = new Guesses(new Limits(memoryLimits, 'a secret of the vault'));
  });

  const wrong = async (times: number, account = ADA, client = HOME) => {
    for (let n = 0; n < times; n += 1) await guesses.admit(account, client);
  };
  const right = async (account = ADA, client = HOME) => (await guesses.admit(account, client)).right();
  const undecided = async (account = ADA, client = HOME) => (await guesses.admit(account, client)).undecided();
  const refused = (account = ADA, client = HOME) =>
    expect(guesses.admit(account, client)).rejects.toMatchObject(TOO_MANY);

  it('are ten for one account from one network, and begin anew after a right one', async () => {
    await wrong(9);
    await right();
    await wrong(10);
    await refused();
  });

  it.each([
    ['where nobody had logged in', async () => undefined],
    ['where its owner had logged in', right],
  ])('begin not anew by one of which a part is still to come, %s', async (_, before) => {
    await before();
    for (let n = 0; n < 10; n += 1) {
      await undecided();
      await wrong(1);
    }
    await refused();
  });

  it.each([
    ['where nobody had logged in', async () => undefined],
    ['where its owner had logged in', right],
  ])('do not count while a part is still to come, %s', async (_, before) => {
    await before();
    for (let n = 0; n < 101; n += 1) await undecided();
    await wrong(10);
    expect(await guesses.wrongLately(ADA)).toBe(before === right ? 0 : 10);
  });

  it('from one network at whatever account do not begin anew by a right one at its own', async () => {
    for (let n = 0; n < 50; n += 1) {
      await wrong(1, `person-${n}`, ELSEWHERE);
      if (n < 49) await right(`bot-${n}`, ELSEWHERE);
    }
    await refused('person-50', ELSEWHERE);
    await refused('bot-50', ELSEWHERE);
    await expect(right('bot-1', ELSEWHERE)).resolves.toBeUndefined();
  });

  it('at one account from wherever do not begin anew when its owner logs in at another place', async () => {
    for (let n = 0; n < 100; n += 1) {
      await wrong(1, ADA, `198.51.100.${n}`);
      if (n < 99) await right(ADA, `192.0.2.${n}`);
    }
    expect(await guesses.wrongLately(ADA)).toBe(100);
    await refused(ADA, '203.0.113.9');
    await expect(right(ADA, '192.0.2.5')).resolves.toBeUndefined();
  });

  it('at one account are not those at another, nor those of another network', async () => {
    await wrong(10);
    await expect(right(ADA, ELSEWHERE)).resolves.toBeUndefined();
    await expect(right('bea', HOME)).resolves.toBeUndefined();
    await refused();
  });

  it('are not a stranger’s where its owner was let in by a mailed link, and begin anew there', async () => {
    await wrong(10);
    await guesses.welcome(ADA, HOME);
    for (let n = 0; n < 90; n += 1) await wrong(1, ADA, `198.51.100.${n}`);
    await refused(ADA, '203.0.113.9');
    await expect(right()).resolves.toBeUndefined();
  });

  it('are bounded by the network’s logins, right ones too', async () => {
    for (let n = 0; n < 2_000; n += 1) await right(`person-${n % 100}`);
    await refused('person-1');
    await expect(right('person-1', ELSEWHERE)).resolves.toBeUndefined();
  });
});
