/** @jest-environment node */
import { jest } from '@jest/globals';
import { answered, restoreGlobals, standInServer, standInStorage } from './http.fixture.js';
import { createHttp, follow, openStream } from './http.js';

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

describe('a stream of events', () => {
  const EVENTS: [string, unknown][] = [
    ['order', { note: 'naïve – 42 €' }],
    ['board-line', 'a text: with\n\nan empty line'],
  ];
  const frames = EVENTS.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const bytes = Buffer.from([': open\n\n', frames[0], ': still here\n\n', frames[1]].join(''));
  /** What is heard of a stream that comes in these parts. */
  async function heardOf(parts: Iterable<Uint8Array>) {
    standInStorage({ user: SESSION });
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    const sent = standInServer(new Response(body));
    const heard: [string, unknown][] = [];
    await openStream('/api/stream', new AbortController().signal, (event, data) => heard.push([event, data]));
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer jwt-1');
    return heard;
  }

  it('is the same wherever it is cut, within letters as well', async () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await heardOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(EVENTS);
    }
    expect(await heardOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(EVENTS);
  });

  it('that ends within an event tells those before it', async () => {
    expect(await heardOf([bytes.subarray(0, bytes.length - 1)])).toEqual(EVENTS.slice(0, 1));
  });

  it('that is refused is an error with the text of the server', async () => {
    standInStorage();
    standInServer(answered({ error: 'Too many live updates are open.' }, { status: 429 }));
    const refused = openStream('/api/stream', new AbortController().signal, () => undefined);
    await expect(refused).rejects.toMatchObject({ status: 429, message: 'Too many live updates are open.' });
  });
});

describe('a stream that is followed', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is opened again however it ends, until nobody follows it', async () => {
    const open = jest.fn(async (_: AbortSignal) => undefined);
    const onBroken = jest.fn();
    const stop = follow(open, onBroken);
    await jest.advanceTimersByTimeAsync(3_000);
    expect([open.mock.calls.length, onBroken.mock.calls.length]).toEqual([2, 2]);
    await jest.advanceTimersByTimeAsync(2_999);
    stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect([open.mock.calls.length, onBroken.mock.calls.length]).toEqual([2, 2]);
  });

  it('is not opened again when it ends because nobody follows it', async () => {
    const open = jest.fn(
      (signal: AbortSignal) => new Promise<void>((done) => signal.addEventListener('abort', () => done())),
    );
    const onBroken = jest.fn();
    follow(open, onBroken)();
    await jest.advanceTimersByTimeAsync(10_000);
    expect([open.mock.calls.length, onBroken.mock.calls.length]).toEqual([1, 0]);
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
