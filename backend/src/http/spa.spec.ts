import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fastify, { type FastifyInstance } from 'fastify';
import type { PageHead } from './page-head.js';
import { serveSpas } from './spa.js';

const PICTURE = {
  address: '/a-960.webp',
  source: {
    type: 'image/avif',
    srcset: '/a-480.avif 480w, /a-960.avif 960w',
    sizes: '(min-width: 1024px) 42vw, 100vw',
  },
};

describe('a built application', () => {
  let root: string;
  let server: FastifyInstance;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'spa-'));
    const [shop, desk] = [join(root, 'shop'), join(root, 'admin')];
    await mkdir(join(shop, 'assets'), { recursive: true });
    await mkdir(desk);
    await writeFile(join(desk, 'index.html'), '<title>Console</title>');
    const files = {
      'index.html':
        '<head><title>Shop</title></head><main><template id="opening"><h1>Hello</h1></template></main><div id="root">',
      'assets/shop.js': 'go()',
      'assets/shop.js.br': 'packed by brotli',
      'assets/shop.js.gz': 'packed by gzip',
      'assets/shop.js.map': '{"sources":[]}',
      'favicon.svg': '<svg/>',
      'verifier.html': '<title>Verifier</title>',
      '.hidden.svg': '<svg/>',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(shop, name), text);
    server = fastify();
    const app = { getHttpAdapter: () => ({ getInstance: () => server }) } as unknown as NestFastifyApplication;
    const admin = { prefix: '/admin/', root: desk };
    const notBuilt = { prefix: '/none/', root: join(root, 'none') };
    await serveSpas(app, [notBuilt, admin, { prefix: '/', root: shop, head }], ['/api']);
  });
  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
  async function head(path: string): Promise<PageHead | null> {
    if (path === '/away') throw new Error('its store is away');
    if (path === '/') return { status: 200, isOpening: true };
    if (path === '/picture') return { status: 200, picture: PICTURE };
    return path === '/gone' ? { status: 404, title: 'Gone' } : null;
  }
  afterAll(async () => {
    await server.close();
    await rm(root, { recursive: true });
  });

  it('is served, and its sources are not', async () => {
    const ask = async (url: string) => (await server.inject(url)).statusCode;
    expect(await ask('/assets/shop.js')).toBe(200);
    expect(await ask('/orders')).toBe(200);
    expect(await ask('/assets/shop.js.map')).toBe(404);
  });

  it('is sent packed as the browser takes it, whose kinds its caches keep apart', async () => {
    const sent = async (encodings: string) => {
      const { headers, body } = await get('/assets/shop.js', { 'accept-encoding': encodings });
      expect(headers).toMatchObject({
        vary: 'accept-encoding',
        'content-type': 'application/javascript; charset=utf-8',
      });
      return [headers['content-encoding'], body];
    };
    expect(await sent('gzip, br')).toEqual(['br', 'packed by brotli']);
    expect(await sent('gzip')).toEqual(['gzip', 'packed by gzip']);
    expect(await sent('identity')).toEqual([undefined, 'go()']);
    const { headers } = await get('/favicon.svg', { 'accept-encoding': 'br' });
    expect([headers['content-type'], headers['content-encoding']]).toEqual(['image/svg+xml', undefined]);
  });

  it('is kept for ever where its name tells its content, and asked for anew where it does not', async () => {
    const kept = async (url: string) => (await get(url)).headers['cache-control'];
    expect(await kept('/assets/shop.js')).toBe('public, max-age=31536000, immutable');
    expect(await Promise.all(['/favicon.svg', '/index.html', '/orders'].map(kept))).toEqual(Array(3).fill('no-cache'));
  });

  it('is sent once while it is the same, in part where a part is asked for, and without its content to HEAD', async () => {
    const { headers } = await get('/assets/shop.js');
    const again = await get('/assets/shop.js', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const part = await get('/assets/shop.js', { range: 'bytes=0-1' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'go', 'bytes 0-1/4']);
    expect((await get('/assets/shop.js', { range: 'bytes=9-' })).statusCode).toBe(416);
    const head = await server.inject({ method: 'HEAD', url: '/assets/shop.js' });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '4']);
  });

  it('shows its page at every address but those of files that are not there, and of the API', async () => {
    const shown = async (url: string) => {
      const { statusCode, body } = await get(url);
      return statusCode === 200 ? /<title>(.*)<\/title>/.exec(body)?.[1] : statusCode;
    };
    expect(await shown('/orders/one.two')).toBe('Shop');
    expect(await shown('/assets')).toBe('Shop');
    expect(await shown('/admin/orders')).toBe('Console');
    for (const away of ['/assets/old.js', '/admin/old.js', '/.hidden.svg', '/api/none']) {
      expect([away, await shown(away)]).toEqual([away, 404]);
    }
    expect((await get('/admin')).headers.location).toBe('/admin/');
  });

  it('has files under their exact names alone', async () => {
    const status = async (url: string) => (await get(url)).statusCode;
    expect(await status('/assets/sh%6Fp.js')).toBe(200);
    for (const url of ['/ASSETS/shop.js', '//assets/shop.js', '/admin/..%2ffavicon.svg', '/admin//index.html']) {
      expect([url, await status(url)]).toEqual([url, 404]);
    }
  });

  it('has its verifier saved, not shown', async () => {
    const { statusCode, headers } = await get('/verifier.html');
    expect([statusCode, headers['content-disposition']]).toEqual([200, 'attachment']);
    expect((await get('/favicon.svg')).headers['content-disposition']).toBeUndefined();
  });

  it('takes nothing but questions', async () => {
    expect((await server.inject({ method: 'POST', url: '/assets/shop.js' })).statusCode).toBe(404);
  });

  it('is sent with what is known of its address, and as it was built where nothing is', async () => {
    const gone = await server.inject('/gone');
    expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-cache']);
    expect(gone.body).toContain('<title>Gone</title>');
    expect(gone.body).toContain('<template');
    const away = await server.inject('/away');
    expect(away.statusCode).toBe(200);
    expect(away.body).toContain('<title>Shop</title>');
  });

  it('shows its opening at once where it begins', async () => {
    expect((await server.inject('/')).body).toContain('<main><h1>Hello</h1></main>');
  });

  it('has the first picture fetched with it, as its element will ask for it', async () => {
    expect((await server.inject('/picture')).body).toContain(
      '<link rel="preload" as="image" fetchpriority="high" type="image/avif" ' +
        'imagesrcset="/a-480.avif 480w, /a-960.avif 960w" imagesizes="(min-width: 1024px) 42vw, 100vw" />',
    );
  });
});
