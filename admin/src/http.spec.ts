/** @jest-environment node */
import { answered, restoreGlobals, standInServer, standInStorage } from './http.fixture.js';
import { createHttp } from './http.js';

const SESSION = JSON.stringify({ token: 'jwt-1', uuid: 'a1', name: 'Ada', isAdmin: true, roles: ['admin'] });

afterEach(restoreGlobals);

describe('the fetch wrapper', () => {
  it('sends the stored bearer token', async () => {
    standInStorage({ user: SESSION });
    const [request] = await sentBy((http) => http('/api/admin/orders'));
    expect(request?.headers.get('Authorization')).toBe('Bearer jwt-1');
  });

  it('sends no token when nobody is logged in, or the entry cannot be read', async () => {
    for (const user of ['', 'null', '{"uuid":"a1"}', 'not json']) {
      standInStorage(user ? { user } : {});
      const [request] = await sentBy((http) => http('/api/admin/orders'));
      expect(request?.headers.has('Authorization')).toBe(false);
    }
  });

  it('sends the last consistency token back, on reads and writes', async () => {
    standInStorage();
    const first = answered({}, { headers: { 'X-Consistency-Token': '41' } });
    const second = answered({}, { headers: { 'X-Consistency-Token': '42' } });
    const sent = standInServer(first, second, answered([]), answered([]));
    const http = createHttp();
    for (const method of ['POST', 'POST', 'GET', 'DELETE']) await http('/api/admin/products', { method });
    expect(sent.map(({ headers }) => headers.get('X-Consistency-Token'))).toEqual([null, '41', '42', '42']);
  });

  it('keeps the consistency token of a refusal', async () => {
    standInStorage();
    const refusal = answered(
      { success: false, error: 'sold out', code: 'sold-out' },
      { status: 409, headers: { 'X-Consistency-Token': '7' } },
    );
    const sent = standInServer(refusal, answered([]));
    const http = createHttp();
    await expect(http('/api/admin/products', { method: 'POST' })).rejects.toThrow('sold out');
    await http('/api/admin/products');
    expect(sent[1]?.headers.get('X-Consistency-Token')).toBe('7');
  });

  it('gives every write a key of its own, and reads none', async () => {
    standInStorage();
    const sent = standInServer(...['GET', 'POST', 'PUT', 'DELETE'].map(() => answered({})));
    const http = createHttp();
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) await http('/api/admin/products', { method });
    const [read, ...writes] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(read).toBeNull();
    expect(new Set(writes).size).toBe(3);
    for (const key of writes) expect(key).toMatch(/^[0-9a-f-]{32,36}$/);
  });

  it('repeats a write under its key until its outcome is known', async () => {
    const lost = new TypeError('Failed to fetch');
    const keys = await keysOf([lost, answered({}, { status: 503 }), answered({}), answered({})], ['a', 'a', 'a', 'a']);
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringMatching(String(keys[0]))]);
  });

  it('gives another write a key of its own, also after a lost answer, and then the first one too', async () => {
    const lost = new TypeError('Failed to fetch');
    const keys = await keysOf([lost, answered({}), answered({})], ['a', 'b', 'a']);
    expect(new Set(keys).size).toBe(3);
  });

  it("keeps the caller's key", async () => {
    standInStorage();
    const headers = new Headers({ 'Idempotency-Key': 'intent-1' });
    const [request] = await sentBy((http) => http('/api/admin/orders/o1/refund', { method: 'POST', headers }));
    expect(request?.headers.get('Idempotency-Key')).toBe('intent-1');
  });

  it('sends a file as what it is called', async () => {
    standInStorage({ user: SESSION });
    const headers = new Headers({ 'Content-Type': 'image/webp' });
    const body = new Blob(['a picture']);
    const [request] = await sentBy((http) => http('/api/admin/pictures', { method: 'POST', headers, body }));
    expect(request?.headers.get('Content-Type')).toBe('image/webp');
  });

  it('calls a body JSON, and says nothing of a body that is not there', async () => {
    standInStorage();
    const headers = new Headers({ 'Content-Type': 'text/plain' });
    const [write] = await sentBy((http) => http('/api/admin/products', { method: 'POST', body: '{}' }));
    const [bare] = await sentBy((http) => http('/api/admin/products/p1', { method: 'DELETE', headers }));
    expect(write?.headers.get('Content-Type')).toBe('application/json');
    expect(bare?.headers.has('Content-Type')).toBe(false);
  });
});

describe('a refusal', () => {
  it("throws the server's text, status and code", async () => {
    standInStorage();
    const body = { success: false, error: 'The release has started.', code: 'conflict' };
    standInServer(answered(body, { status: 409 }));
    const refused = createHttp()('/api/admin/products/p1/release', { method: 'POST' });
    await expect(refused).rejects.toMatchObject({ message: 'The release has started.', status: 409, body });
  });

  it('that is no JSON still says something', async () => {
    standInStorage();
    standInServer(
      new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
      new Response('', { status: 503 }),
    );
    const http = createHttp();
    await expect(http('/api/admin/orders')).rejects.toMatchObject({ message: 'Bad Gateway', status: 502 });
    await expect(http('/api/admin/orders')).rejects.toMatchObject({ message: 'The server answered 503.', status: 503 });
  });

  it('of the network asks to check the connection', async () => {
    standInStorage();
    standInServer(new TypeError('Failed to fetch'));
    await expect(createHttp()('/api/admin/orders')).rejects.toMatchObject({
      message: 'The server cannot be reached. Check the connection and try again.',
      status: 0,
    });
  });

  it('is none when the caller gave up', async () => {
    standInStorage();
    standInServer(new DOMException('Aborted', 'AbortError'));
    await expect(createHttp()('/api/admin/orders')).rejects.toMatchObject({ name: 'AbortError' });
  });
});

async function sentBy(send: (http: ReturnType<typeof createHttp>) => Promise<unknown>) {
  const sent = standInServer(answered({}));
  await send(createHttp());
  return sent;
}

/** The keys under which these bodies are sent to one place, one after the other, to a server that answers so. */
async function keysOf(answers: (Response | Error)[], bodies: readonly string[]) {
  standInStorage();
  const sent = standInServer(...answers);
  const http = createHttp();
  for (const body of bodies) await http('/api/admin/products', { method: 'POST', body }).catch(() => undefined);
  return sent.map(({ headers }) => headers.get('Idempotency-Key'));
}
