import { parseOptions } from '@node-rs/argon2';
import { inRequest, RequestContext } from '../telemetry/request-context.js';
import { NOBODY, PARAMETERS, Passwords, passwordProblem } from './passwords.js';

/** Computations that end when told, so that the queue can be watched. */
function heldEngine() {
  const held: { password: string; end: (hash: string) => void; fail: (error: Error) => void }[] = [];
  const hash = (password: string | Uint8Array) =>
    new Promise<string>((end, fail) => held.push({ password: String(password), end, fail }));
  return { held, passwords: new Passwords({ hash, verify: async () => true }) };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a password', () => {
  it('is verified against its hash, which is argon2id with the parameters OWASP asks for', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, 'correct horse')).toBe(true);
    expect(await passwords.verify(hash, 'correct house')).toBe(false);
  });

  it('is tried for a request once it is compared, and not while it waits for that', async () => {
    const tried = async (work: () => Promise<unknown>) => {
      const request = new RequestContext();
      await inRequest(request, work).catch(() => undefined);
      return request.hasTried;
    };
    const { passwords } = heldEngine();
    const admit = () => Promise.reject(new Error('a limit'));
    expect(await tried(() => passwords.verify('a hash', 'a password', { client: 'ada', admit }))).toBe(false);
    expect(await tried(() => passwords.verify('a hash', 'a password'))).toBe(true);
    expect(await tried(() => passwords.verifyNothing('a password'))).toBe(true);
  });

  it('is the same whichever way its letters were composed', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash('caf\u00e9-noisette');
    expect(await passwords.verify(hash, 'cafe\u0301-noisette')).toBe(true);
  });

  it('of nobody is refused after the same work', async () => {
    expect(await new Passwords().verifyNothing('correct horse')).toBe(false);
    expect(parseOptions(NOBODY)).toEqual(parseOptions(await new Passwords().hash('any')));
    expect(parseOptions(NOBODY)).toMatchObject(PARAMETERS);
  });

  it.each([
    ['seven77', 'too-short'],
    ['', 'too-short'],
    ['😀😀😀😀😀😀😀', 'too-short'],
    ['x'.repeat(129), 'too-long'],
    ['password', 'common'],
    ['PassWord', 'common'],
    ['12345678', 'common'],
    ['12345678!', 'common'],
    ['Passw0rd!', 'common'],
    ['P@$$w0rd2026#', 'common'],
    ['Welcome1!', 'common'],
    ['W3lc0m3!!', 'common'],
    ['WELCOME2026', 'common'],
    ['Dragon#77', 'common'],
    ['Summer2026!', 'common'],
    ['l3tm31n!1', 'common'],
    ['Iloveyou<3', 'common'],
    ['lantern otter 7', null],
    ['hunting dragons 77', null],
    ['7 correct horses!', null],
    ['Larchwood!2026', null],
    ['correct horse', null],
    ['x'.repeat(128), null],
  ] as const)('%s can be chosen unless it is %s', (password, problem) =>
    expect(passwordProblem(password)).toBe(problem),
  );
});

describe('a password of own words', () => {
  const own = ['ada.quimby@example.org', 'Ada Quimby', '+15035550143'];
  it.each(['adaquimby', 'Ada-Quimby1', 'quimby2026', 'QUIMBYquimby', '15035550143'])('cannot be %s', (password) =>
    expect(passwordProblem(password, own)).toBe('own-words'),
  );
  it.each(['SupremeAccess', 'supreme-access-2026', 'Streetwear1!', 'Admin-Auditor'])(
    'nor of words that anybody tries here: %s',
    (password) => expect(passwordProblem(password)).toBe('own-words'),
  );
  it.each(['correct horse', 'easy access to horses', 'quimby and the battery', 'adamant rock'])(
    'may be %s',
    (password) => expect(passwordProblem(password, own)).toBeNull(),
  );
});

describe('many passwords at once', () => {
  it('are computed two at a time, in the order they came', async () => {
    const { held, passwords } = heldEngine();
    const hashes = ['a', 'b', 'c', 'd'].map((each) => passwords.hash(each));
    await settled();
    expect(held.map(({ password }) => password)).toEqual(['a', 'b']);
    held[1]?.end('B');
    await settled();
    hashes.push(passwords.hash('e'));
    await settled();
    expect(held.map(({ password }) => password)).toEqual(['a', 'b', 'c']);
    held[0]?.fail(new Error('out of memory'));
    await expect(hashes[0]).rejects.toThrow('out of memory');
    await settled();
    expect(held.map(({ password }) => password)).toEqual(['a', 'b', 'c', 'd']);
    held[2]?.end('C');
    held[3]?.end('D');
    await settled();
    held[4]?.end('E');
    expect(await Promise.all(hashes.slice(1))).toEqual(['B', 'C', 'D', 'E']);
  });

  it('are refused past the bound, and taken again once there is room', async () => {
    const { held, passwords } = heldEngine();
    const hashes = Array.from({ length: 1_002 }, (_, n) => passwords.hash(String(n)));
    await expect(passwords.hash('too many')).rejects.toMatchObject({
      code: 'busy',
      kind: 'unavailable',
      retryAfter: 10,
    });
    await settled();
    held[0]?.end('done');
    await settled();
    const late = passwords.hash('late');
    for (let n = 1; n < 1_003; n += 1) {
      held[n]?.end('done');
      await settled();
    }
    expect(await late).toBe('done');
    expect(await Promise.all(hashes)).toHaveLength(1_002);
  });
});
