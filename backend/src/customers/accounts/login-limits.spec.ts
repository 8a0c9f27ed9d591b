import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';

const RIGHT = 'correct horse 7';
const WRONG = 'wrong horse 7';

describe('who tries passwords', () => {
  let server: AccountServerUnderTest;
  let hosts = 0;
  beforeAll(async () => {
    server = await startAccountServer([], { TRUSTED_PROXIES: '127.0.0.1' });
    await server.platform.jobRunner.stop(0);
  });
  afterAll(() => server?.stop());

  /** an address nobody else in this file has */
  const host = () => {
    hosts += 1;
    return `198.51.${Math.floor(hosts / 250)}.${hosts % 250}`;
  };
  const login = (from: string, email: string, password: string) =>
    server.post('/login', { email, password }, null, { 'x-forwarded-for': from });
  const statuses = async (attempts: Promise<{ status: number }>[]) => {
    const answers = await Promise.all(attempts);
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    return { in: count(200), wrong: count(401), refused: count(429) };
  };
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => server.signUp()));

  it.each([
    ['one IPv4 address', () => '203.0.113.60'],
    ['one IPv6 /64', (n: number) => `2001:db8:6::${n.toString(16)}`],
  ])('meets 429 within 60 wrong ones from %s, whosever they are', async (_, from) => {
    const guesses = Array.from({ length: 60 }, (_, n) => login(from(n + 1), `nobody-${n}@example.com`, WRONG));
    expect(await statuses(guesses)).toEqual({ in: 0, wrong: 50, refused: 10 });
  });

  it('is not refused for 60 right ones from one address', async () => {
    const from = host();
    const all = await people(60);
    expect(await statuses(all.map(({ email }) => login(from, email, RIGHT)))).toMatchObject({ in: 60 });
  });

  it('meets 429 after ten for one account from one address, even at once, and is answered with when to come again', async () => {
    const [from, { email }] = [host(), await server.signUp()];
    expect(await statuses(Array.from({ length: 14 }, () => login(from, email, WRONG)))).toMatchObject({ wrong: 10 });
    const refused = await login(from, email, RIGHT);
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('shuts no owner out by twenty wrong ones from elsewhere', async () => {
    const { email } = await server.signUp();
    const strangers = Array.from({ length: 20 }, () => login(host(), email, WRONG));
    expect(await statuses(strangers)).toMatchObject({ wrong: 20 });
    expect((await login(host(), email, RIGHT)).status).toBe(200);
  });

  it('is bounded for one account from wherever, and shuts out nobody who logged in from there before', async () => {
    const [home, { email }] = [host(), await server.signUp()];
    expect((await login(home, email, RIGHT)).status).toBe(200);
    const strangers = Array.from({ length: 120 }, () => login(host(), email, WRONG));
    expect(await statuses(strangers)).toEqual({ in: 0, wrong: 100, refused: 20 });
    expect((await login(home, email, RIGHT)).status).toBe(200);
    expect((await login(host(), email, RIGHT)).status).toBe(429);
  });

  it('gets nobody shut out from the address that they share, if they logged in there before', async () => {
    const [shared, { email }] = [host(), await server.signUp()];
    await login(shared, email, RIGHT);
    await Promise.all(Array.from({ length: 60 }, (_, n) => login(shared, `none-${n}@example.com`, WRONG)));
    expect((await login(shared, email, RIGHT)).status).toBe(200);
  });

  it('finds no more out by asking for the password of a session', async () => {
    const { token } = await server.signUp();
    const from = { 'x-forwarded-for': host() };
    const change = () =>
      server.post('/api/user/password', { password: WRONG, newPassword: 'staple 8 battery' }, token, from);
    const answers = await Promise.all(Array.from({ length: 12 }, change));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(403), 429, 429]);
  });

  it('does not stand in the way of a rush: 500 accounts behind one address log in at once', async () => {
    const from = host();
    const all = await people(500);
    expect(await statuses(all.map(({ email }) => login(from, email, RIGHT)))).toMatchObject({ in: 500 });
  });
});
