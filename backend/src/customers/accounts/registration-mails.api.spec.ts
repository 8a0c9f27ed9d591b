import { type AccountServerUnderTest, startAccountServer } from '@supreme-access/test/fixtures/account-server.js';

const password = 'correct horse 7';

describe('a stranger whose address is registered', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer();
  });
  afterAll(() => server?.stop());

  it('is mailed no more than ten times an hour, also when each account is erased again', async () => {
    const email = 'bombed@example.com';
    const codes: unknown[] = [];
    for (let n = 0; n < 11; n += 1) {
      const { body } = await server.post('/register', { email, password });
      codes.push(body.success || body.code);
      if (body.token) await server.post('/api/user/erase', { password }, String(body.token));
    }
    expect(codes).toEqual([...Array(10).fill(true), 'not-registered']);
  });

  it('is mailed no more than ten times an hour, also when the password is changed over and over', async () => {
    const email = 'notified@example.com';
    const { body } = await server.post('/register', { email, password });
    const answers = [body];
    for (let n = 1; n < 11; n += 1) {
      const change = { password, newPassword: password };
      answers.push((await server.post('/api/user/password', change, String(answers.at(-1)?.token))).body);
    }
    expect(answers.map(({ success, code }) => success || code)).toEqual([...Array(10).fill(true), 'too-many']);
  });
});
