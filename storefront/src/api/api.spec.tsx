import { jest } from '@jest/globals';
import { Api, ApiError } from './api.js';
import { readSession, sessionHasEnded, signIn } from './session.js';

type Reply = { status?: number; body?: unknown; token?: string; hangsAt?: string } | 'no answer';

const never = (signal?: AbortSignal | null) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });

function given(...replies: Reply[]) {
  const requests: { url: string; method: string; headers: Record<string, string>; body?: string }[] = [];
  const fetched = async (url: unknown, init: RequestInit = {}) => {
    requests.push({
      url: String(url),
      method: String(init.method),
      headers: init.headers as Record<string, string>,
      ...(init.body ? { body: String(init.body) } : {}),
    });
    const reply = replies.shift() ?? {};
    if (reply === 'no answer') throw new TypeError('fetch failed');
    const { status = 200, body = {}, token, hangsAt } = reply;
    if (hangsAt === 'headers') await never(init.signal);
    return {
      ok: status < 400,
      status,
      headers: new Map(token ? [['x-consistency-token', token]] : []),
      text: async () => {
        if (hangsAt === 'text') await never(init.signal);
        return typeof body === 'string' ? body : JSON.stringify(body);
      },
    };
  };
  const reload = jest.fn();
  const pause = jest.fn(async () => {});
  return { requests, reload, pause, api: new Api({ fetch: fetched as unknown as typeof fetch, reload, pause }) };
}

const SESSION = { token: 'jwt', uuid: 'account-1', name: 'Mira', isAdmin: false };

beforeEach(() => localStorage.clear());

describe('a request', () => {
  it('carries the stored bearer token, and none when logged out', async () => {
    const { api, requests } = given();
    await api.get('/api/products');
    signIn(SESSION);
    await api.get('/api/user/orders');
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer jwt']);
  });

  it('carries the last consistency token, on reads and commands', async () => {
    const { api, requests } = given({ token: '41' }, { token: '42' }, {}, {});
    await api.get('/api/products');
    await api.command('/api/user/billing/set', {}, 'key');
    await api.get('/api/user/info');
    await api.get('/api/user/info');
    expect(requests.map(({ headers }) => headers['x-consistency-token'])).toEqual([undefined, '41', '42', '42']);
  });

  it('carries the latest consistency token although an earlier one was answered later', async () => {
    const { api, requests } = given({ token: '100' }, { token: '99' }, {});
    for (const path of ['/api/a', '/api/b', '/api/c']) await api.get(path);
    expect(requests[2]?.headers['x-consistency-token']).toBe('100');
  });

  it("carries the command's product id for the load balancer", async () => {
    const { api, requests } = given();
    await api.command('/api/checkout/withprofile', { productId: 'box-1', size: 'm' }, 'key');
    await api.command('/api/user/billing/set', { token: 'tok' }, 'key');
    await api.command('/api/checkout/withprofile', { productId: 'bøx' }, 'key');
    expect(requests.map(({ headers }) => headers['X-Product-Id'])).toEqual(['box-1', undefined, undefined]);
  });

  it('has a JSON body, and no content type without one', async () => {
    const { api, requests } = given();
    await api.post('/login', { email: 'a@b.c' });
    await api.get('/api/time');
    expect(requests[0]).toMatchObject({ body: '{"email":"a@b.c"}', headers: { 'content-type': 'application/json' } });
    expect(requests[1]?.headers).toEqual({});
  });
});

describe('a command', () => {
  it('is repeated under the same key while its outcome is unknown', async () => {
    const { api, requests, pause } = given(
      'no answer',
      { status: 503, body: { code: 'outcome-unknown' } },
      { body: { ok: 1 } },
    );
    expect(await api.command('/api/x', { a: 1 }, 'key-1')).toEqual({ ok: 1 });
    expect(requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key-1', 'key-1', 'key-1']);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(pause).toHaveBeenCalledTimes(2);
  });

  it.each([502, 504])('is repeated under the same key when a balancer answers %i for a lost server', async (status) => {
    const { api, requests } = given({ status, body: '<html>' }, { body: { ok: 1 } });
    expect(await api.command('/api/x', {}, 'key')).toEqual({ ok: 1 });
    expect(requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key', 'key']);
  });

  it("is not taken for done when a network's login page answers", async () => {
    const { api, requests } = given({ body: '<html>' }, { body: { ok: 1 } });
    expect(await api.command('/api/x', {}, 'key')).toEqual({ ok: 1 });
    expect(requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key', 'key']);
  });

  it('is not repeated after a refusal', async () => {
    const { api, requests } = given({ status: 409, body: { success: false, error: 'sold out', code: 'sold-out' } });
    await expect(api.command('/api/x', {}, 'key')).rejects.toMatchObject({ code: 'sold-out', status: 409 });
    expect(requests).toHaveLength(1);
  });

  it.each(['headers', 'text'])('is repeated under the same key when its answer hangs at the %s', async (missing) => {
    const { requests, api } = given({ hangsAt: missing }, { body: { ok: 1 } });
    const timeOut = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
    expect(await api.command('/api/x', {}, 'key')).toEqual({ ok: 1 });
    expect(requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key', 'key']);
    expect(timeOut.mock.calls).toEqual([[15_000], [15_000]]);
    timeOut.mockRestore();
  });

  it('fails after three attempts without an answer', async () => {
    const { api, requests } = given('no answer', 'no answer', 'no answer');
    await expect(api.command('/api/x', {}, 'key')).rejects.toMatchObject({ code: 'no-answer', status: 0 });
    expect(requests).toHaveLength(3);
  });
});

describe('a refusal', () => {
  it('is an ApiError with the code, text and status of the answer', async () => {
    const { api } = given({ status: 400, body: { success: false, error: 'Please complete the form.', code: 'form' } });
    const error = await api.post('/register', {}).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'form', message: 'Please complete the form.', status: 400 });
  });

  it('is thrown for an unsuccessful body with status 200, too', async () => {
    const { api } = given({ body: { success: false, error: 'no', code: 'no' } });
    await expect(api.post('/api/forgotpw', {})).rejects.toMatchObject({ code: 'no', status: 200 });
  });

  it('has its status even without JSON', async () => {
    const { api } = given({ status: 502, body: '<html>' });
    await expect(api.get('/api/products')).rejects.toMatchObject({ code: 'http-502', status: 502 });
  });
});

describe('a session that the server does not know', () => {
  const ENDED = { status: 401, body: { success: false, error: 'Please log in.', code: 'unauthorized' } };

  it('is deleted by any refused request, and the request can be repeated', async () => {
    signIn(SESSION);
    const { api, requests, reload } = given(ENDED, {});
    const refused = api.command('/api/user/billing/genToken', {}, 'key');
    await expect(refused).rejects.toMatchObject({ status: 401, message: expect.stringContaining('Press again') });
    await api.command('/api/user/billing/genToken', {}, 'key');
    expect(readSession()).toBeNull();
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer jwt', undefined]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('is deleted with one reload when user info was requested', async () => {
    signIn(SESSION);
    const { api, reload } = given(ENDED, ENDED);
    await expect(api.get('/api/user/info')).rejects.toMatchObject({ status: 401 });
    await expect(api.get('/api/user/info')).rejects.toMatchObject({ status: 401 });
    expect(readSession()).toBeNull();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('is deleted with a reload even when another request was refused before user info', async () => {
    signIn(SESSION);
    const { api, reload } = given(ENDED, ENDED);
    const requests = ['/api/user/waitlist', '/api/user/info'].map((path) => api.get(path));
    for (const refused of requests) await expect(refused).rejects.toMatchObject({ status: 401 });
    expect(sessionHasEnded()).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not delete a newer session', async () => {
    signIn(SESSION);
    const { api, reload } = given(ENDED);
    const late = api.get('/api/user/info');
    signIn({ ...SESSION, token: 'newer' });
    await expect(late).rejects.toMatchObject({ status: 401 });
    expect(readSession()?.token).toBe('newer');
    expect(reload).not.toHaveBeenCalled();
  });

  it('is distinguished from a wrong password', async () => {
    signIn(SESSION);
    const { api } = given({ status: 401, body: { success: false, error: 'no', code: 'login-incorrect' } });
    await expect(api.post('/login', {})).rejects.toMatchObject({ code: 'login-incorrect' });
    expect(readSession()).toEqual(SESSION);
  });
});
