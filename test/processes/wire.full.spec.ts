import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { each, range } from '../support/crowd.js';
import { createDrop } from '../support/drops.js';
import { ADMIN, ServerProcess } from '../support/server-process.js';

interface Sent {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

describe('compressed answers', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start();
    const admin = await server.admin();
    await each(range(12), 4, (n) => createDrop(admin, { productTitle: `Box Hoodie ${n}`, totalStock: 5 }));
  });
  afterAll(() => server.remove());

  function ask(path: string, encodings: string, more: Record<string, string> = {}): Promise<Sent> {
    const headers = { ...(encodings === '' ? {} : { 'accept-encoding': encodings }), ...more };
    return new Promise((resolve, reject) => {
      get(`${server.url}${path}`, { headers }, (answer) => {
        const { statusCode: status, headers } = answer;
        buffer(answer).then((body) => resolve({ status, headers, body }), reject);
      }).once('error', reject);
    });
  }

  it.each([
    ['a page', '/about', 'text/html; charset=utf-8'],
    ['its script', 'script', 'application/javascript; charset=utf-8'],
    ['the admin', '/admin/orders', 'text/html; charset=utf-8'],
  ])('are, of %s, the build’s compressed files in an accepted encoding', async (_what, where, type) => {
    const html = (await ask('/shop', '')).body.toString();
    const path = where === 'script' ? (/src="([^"]+\.js)"/.exec(html)?.[1] ?? '') : where;
    const plain = await ask(path, '');
    const [br, gzip] = [await ask(path, 'gzip, deflate, br, zstd'), await ask(path, 'gzip')];

    expect([plain, gzip, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
    for (const { headers } of [plain, gzip, br])
      expect(headers).toMatchObject({ 'content-type': type, vary: 'accept-encoding' });
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(await ask(path, 'br', { 'if-none-match': br.headers.etag ?? '' })).toMatchObject({ status: 304 });
  });

  it('are, of a generated page, equal in every encoding, and sent once while unchanged', async () => {
    const [plain, gzip, br] = [await ask('/shop', ''), await ask('/shop', 'gzip'), await ask('/shop', 'br')];
    expect([plain, gzip, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
    for (const { headers } of [plain, gzip, br])
      expect(headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache', etag: plain.headers.etag });
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(await ask('/shop', 'br', { 'if-none-match': br.headers.etag ?? '' })).toMatchObject({ status: 304 });
  });

  it('are never a compressed file under its own name', async () => {
    const html = (await ask('/shop', '')).body.toString();
    const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? '';

    expect((await ask(`${script}.br`, 'br')).headers['content-type']).toMatch(/^text\/html/);
  });

  it('are JSON from 4 kB on, and a list of the staff with its Content-Range', async () => {
    const { body } = await server.anyone.post<{ token: string }>('/login', ADMIN);
    const authorization = `Bearer ${body.token}`;
    for (const path of ['/api/products', '/api/admin/products']) {
      const [plain, br] = [await ask(path, '', { authorization }), await ask(path, 'gzip, br', { authorization })];

      expect(plain.body.length).toBeGreaterThan(4_096);
      expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      expect(JSON.parse(brotliDecompressSync(br.body).toString())).toEqual(JSON.parse(plain.body.toString()));
      expect(br.headers['content-range']).toBe(plain.headers['content-range']);
    }
    expect((await ask('/api/admin/products', 'br', { authorization })).headers['content-range']).toBe(
      'products 0-11/12',
    );
    expect((await ask('/api/time', 'br')).headers['content-encoding']).toBeUndefined();
  });
});
