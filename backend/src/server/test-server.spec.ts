import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestServer } from '@supreme-access/test/fixtures/test-server.js';

/** What the server answers, one after the other, and what it was asked. */
describe('what a spec has done before it begins', () => {
  let server: Server;
  let answers: [status: number, body: object][];
  let requests: IncomingMessage[];
  let there: TestServer;
  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(request);
      const [status, body] = answers.shift() ?? [500, {}];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    there = new TestServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '');
  });
  afterEach(() => server.close());

  const keys = () => new Set(requests.map(({ headers }) => headers['idempotency-key']));
  const register = () => there.done('/register', { email: 'ada@example.org' });

  it('is sent again under its key while the server is in trouble', async () => {
    answers = [
      [503, { success: false, code: 'outcome-unknown' }],
      [503, { success: false, code: 'store-unavailable' }],
      [200, { success: true, uuid: 'a-1' }],
    ];
    expect(await register()).toEqual({ success: true, uuid: 'a-1' });
    expect(requests).toHaveLength(3);
    expect([...keys()]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('is a command of its own each time', async () => {
    answers = [
      [200, { success: true }],
      [200, { success: true }],
    ];
    await register();
    await register();
    expect(keys().size).toBe(2);
  });

  it('is not gone on from where it was refused', async () => {
    answers = [[409, { success: false, code: 'email-taken' }]];
    await expect(register()).rejects.toThrow('refused with 409: {"success":false,"code":"email-taken"}');
    expect(requests).toHaveLength(1);
  });

  it('is not asked again where read models are behind, by who is forgetful', async () => {
    there.forgetful = true;
    answers = [[503, { success: false, code: 'not-ready' }]];
    await expect(register()).rejects.toThrow('refused with 503');
    expect(requests).toHaveLength(1);
  });
});
