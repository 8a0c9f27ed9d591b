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
    await mkdir(join(root, 'assets'));
    const files = {
      'index.html':
        '<head><title>Shop</title></head><main><template id="opening"><h1>Hello</h1></template></main><div id="root">',
      'assets/shop.js': 'go()',
      'assets/shop.js.map': '{"sources":[]}',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
    server = fastify();
    const app = { getHttpAdapter: () => ({ getInstance: () => server }) } as unknown as NestFastifyApplication;
    await serveSpas(app, [{ prefix: '/', root, head }], ['/api']);
  });
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
