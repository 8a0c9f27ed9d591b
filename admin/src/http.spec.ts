/** @jest-environment node */
import { jest } from '@jest/globals';
import { answered, fakeServer, fakeStorage, restoreGlobals } from '../../test/fixtures/admin/http.js';
import { createHttp } from './http.js';

const SESSION = JSON.stringify({ token: 'jwt-1', uuid: 'a1', name: 'Ada', isAdmin: true, roles: ['admin'] });

afterEach(restoreGlobals);

describe('the fetch wrapper', () => {
  it('sends the stored bearer token', async () => {
    fakeStorage({ user: SESSION });
    const [request] = await sentBy((http) => http('/api/admin/orders'));
    expect(request?.headers.get('Authorization')).toBe('Bearer jwt-1');
  });

  it('sends no token without a session or with an unreadable one', async () => {
    for (const user of ['', 'null', '{"uuid":"a1"}', 'not json']) {
      fakeStorage(user ? { user } : {});
      const [request] = await sentBy((http) => http('/api/admin/orders'));
      expect(request?.headers.has('Authorization')).toBe(false);
    }
  });

  it('sends the last consistency token back, on reads and writes', async () => {
    fakeStorage();
    const first = answered({}, { headers: { 'X-Consistency-Token': '41' } });
    const second = answered({}, { headers: { 'X-Consistency-Token': '42' } });
    const sent = fakeServer(first, second, answered([]), answered([]));
    const http = createHttp();
    for (const method of ['POST', 'POST', 'GET', 'DELETE']) await http('/api/admin/products', { method });
    expect(sent.map(({ headers }) => headers.get('X-Consistency-Token'))).toEqual([null, '41', '42', '42']);
  });

  it('sends the latest consistency token although an earlier one was answered later', async () => {
    fakeStorage();
    const tokens = ['100', '99'].map((token) => answered({}, { headers: { 'X-Consistency-Token': token } }));
    const sent = fakeServer(...tokens, answered([]));
    const http = createHttp();
    for (const method of ['POST', 'POST', 'GET']) await http('/api/admin/products', { method });
    expect(sent[2]?.headers.get('X-Consistency-Token')).toBe('100');
  });

  it('keeps the consistency token of a refusal', async () => {
    fakeStorage();
    const refusal = answered(
      { success: false, error: 'sold out', code: 'sold-out' },
      { status: 409, headers: { 'X-Consistency-Token': '7' } },
    );
    const sent = fakeServer(refusal, answered([]));
    const http = createHttp();
    await expect(http('/api/admin/products', { method: 'POST' })).rejects.toThrow('sold out');
    await http('/api/admin/products');
    expect(sent[1]?.headers.get('X-Consistency-Token')).toBe('7');
  });

  it('gives every write a key of its own, and reads none', async () => {
    fakeStorage();
    const sent = fakeServer(...['GET', 'POST', 'PUT', 'DELETE'].map(() => answered({})));
    const http = createHttp();
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) await http('/api/admin/products', { method });
    const [read, ...writes] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(read).toBeNull();
    expect(new Set(writes).size).toBe(3);
    for (const key of writes) expect(key).toMatch(/^[0-9a-f-]{32,36}$/);
  });

  it('repeats a write under its key until its outcome is known', async () => {
    const lost = new TypeError('Failed to fetch');
    const away = [503, 502, 504].map((status) => answered({}, { status }));
    const keys = await keysOf([lost, ...away, answered({}), answered({})], ['a', 'a', 'a', 'a', 'a', 'a']);
    expect(keys).toEqual([...Array(5).fill(keys[0]), expect.not.stringMatching(String(keys[0]))]);
  });

  it('gives another write another key, also after a lost answer, and then the first one too', async () => {
    const lost = new TypeError('Failed to fetch');
    const keys = await keysOf([lost, answered({}), answered({})], ['a', 'b', 'a']);
    expect(new Set(keys).size).toBe(3);
  });

  it("keeps the caller's key", async () => {
    fakeStorage();
    const headers = new Headers({ 'Idempotency-Key': 'intent-1' });
    const [request] = await sentBy((http) => http('/api/admin/orders/o1/refund', { method: 'POST', headers }));
    expect(request?.headers.get('Idempotency-Key')).toBe('intent-1');
  });

  it('sends a file with its own content type', async () => {
    fakeStorage({ user: SESSION });
    const headers = new Headers({ 'Content-Type': 'image/webp' });
    const body = new Blob(['a picture']);
    const [request] = await sentBy((http) => http('/api/admin/pictures', { method: 'POST', headers, body }));
    expect(request?.headers.get('Content-Type')).toBe('image/webp');
  });

  it('keeps the bytes of a file', async () => {
    fakeStorage();
    const bytes = Uint8Array.of(0x50, 0x4b, 0xff, 0x00);
    fakeServer(new Response(bytes, { headers: { 'content-type': 'application/zip' } }));
    const { file } = await createHttp()('/api/admin/orders/o1/bundle');
    expect(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes);
  });

  it('declares a body as JSON, and sends no content type without one', async () => {
    fakeStorage();
    const headers = new Headers({ 'Content-Type': 'text/plain' });
    const [write] = await sentBy((http) => http('/api/admin/products', { method: 'POST', body: '{}' }));
    const [bare] = await sentBy((http) => http('/api/admin/products/p1', { method: 'DELETE', headers }));
    expect(write?.headers.get('Content-Type')).toBe('application/json');
    expect(bare?.headers.has('Content-Type')).toBe(false);
  });
});

describe('a refusal', () => {
  it("throws the server's text, status and code", async () => {
    fakeStorage();
    const body = { success: false, error: 'The release has started.', code: 'conflict' };
    fakeServer(answered(body, { status: 409 }));
    const refused = createHttp()('/api/admin/products/p1/release', { method: 'POST' });
    await expect(refused).rejects.toMatchObject({ message: 'The release has started.', status: 409, body });
  });

  it('without JSON still has a text', async () => {
    fakeStorage();
    fakeServer(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }), new Response('', { status: 503 }));
    const http = createHttp();
    await expect(http('/api/admin/orders')).rejects.toMatchObject({ message: 'Bad Gateway', status: 502 });
    await expect(http('/api/admin/orders')).rejects.toMatchObject({ message: 'The server answered 503.', status: 503 });
  });

  it('of the network asks to check the connection', async () => {
    fakeStorage();
    fakeServer(new TypeError('Failed to fetch'));
    await expect(createHttp()('/api/admin/orders')).rejects.toMatchObject({
      message: 'The server cannot be reached. Check the connection and try again.',
      status: 0,
    });
  });

  it('of a line that dies before or in the middle of an answer says the same, and the next write keeps its key', async () => {
    fakeStorage();
    const ended = jest
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')));
    const half = new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });
    const sent = fakeServer(new Response(half), answered({}));
    const http = createHttp();
    const write = () => http('/api/admin/orders/o1/refund', { method: 'POST', body: '{}' });
    await expect(write()).rejects.toMatchObject({ message: expect.stringMatching(/^The server cannot be/), status: 0 });
    ended.mockRestore();
    await expect(write()).rejects.toMatchObject({ message: expect.stringMatching(/^The server cannot be/), status: 0 });
    await write();
    expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  it('is not thrown for an aborted request', async () => {
    fakeStorage();
    fakeServer(new DOMException('Aborted', 'AbortError'));
    await expect(createHttp()('/api/admin/orders')).rejects.toMatchObject({ name: 'AbortError' });
  });
});

async function sentBy(send: (http: ReturnType<typeof createHttp>) => Promise<unknown>) {
  const sent = fakeServer(answered({}));
  await send(createHttp());
  return sent;
}

async function keysOf(answers: (Response | Error)[], bodies: readonly string[]) {
  fakeStorage();
  const sent = fakeServer(...answers);
  const http = createHttp();
  for (const body of bodies) await http('/api/admin/products', { method: 'POST', body }).catch(() => undefined);
  return sent.map(({ headers }) => headers.get('Idempotency-Key'));
}
