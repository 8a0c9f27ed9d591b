import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PICTURE_BYTES_MAX } from '@supreme-access/contract/limits.js';
import { pictureSources } from '@supreme-access/contract/pictures.js';
import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { avif, gif, jpeg, phoneJpeg, png, SCRIPT, SVG, tiff, webp } from '@supreme-access/test/fixtures/pictures.js';
import sharp from 'sharp';

const ADDRESS = /^\/pictures\/[0-9a-f]{64}-\d+\.webp$/;

describe('pictures of products', () => {
  let server: CatalogueUnderTest;
  let admin = '';
  beforeAll(async () => {
    server = await startCatalogue();
    admin = server.tokenOf('shopper', 'admin');
  });
  afterAll(() => server?.stop());

  async function upload(body: BodyInit | Buffer, type = 'image/jpeg', token: string | null = admin) {
    const headers = { 'content-type': type, ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
    const init = { method: 'POST', headers, body: body as BodyInit, duplex: 'half' } as RequestInit;
    const response = await fetch(`${server.url}/api/admin/pictures`, init);
    return { status: response.status, body: await response.json(), headers: response.headers };
  }
  const shown = (address: string, method = 'GET') => fetch(server.url + address, { method });
  const kept = () => readdir(server.picturesDirectory).catch(() => []);

  describe('when an admin uploads one', () => {
    it.each([
      ['JPEG', jpeg],
      ['PNG', png],
      ['WebP', webp],
      ['AVIF', avif],
      ['GIF', gif],
    ])('takes %s by its content, whatever the header calls it, and shows it to everyone', async (_name, made) => {
      const { status, body } = await upload(await made(60, 40), 'image/x-unheard-of');
      expect([status, body]).toEqual([
        200,
        { success: true, productImage: expect.stringMatching(ADDRESS), width: 60, height: 40 },
      ]);

      const answer = await shown(body.productImage);
      expect(answer.status).toBe(200);
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
        format: 'webp',
        width: 60,
        height: 40,
      });
    });

    it('keeps it for good: immutable, of one type, never guessed', async () => {
      const { body } = await upload(await png(30, 30));
      const { headers } = await shown(body.productImage, 'HEAD');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-type')).toBe('image/webp');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('makes it in three widths and three formats, none wider than it came, and does not keep that', async () => {
      const came = await jpeg(1_000, 1_250);
      const { body } = await upload(came);
      expect(body).toMatchObject({ width: 1_000, height: 1_250 });
      const sources = pictureSources(body.productImage);
      expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp', 'image/jpeg']);
      for (const { type, srcset } of sources) {
        const entries = srcset.split(', ').map((entry) => entry.split(' ') as [string, string]);
        expect(entries.map(([, width]) => width)).toEqual(['480w', '960w', '1000w']);
        for (const [address, width] of entries) {
          const answer = await shown(address);
          expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
          const drawn = await sharp(await answer.arrayBuffer()).metadata();
          expect([`${drawn.width}w`, drawn.exif]).toEqual([width, undefined]);
        }
      }
      const set = body.productImage.slice('/pictures/'.length, -'-1000.webp'.length);
      expect((await kept()).filter((name) => name.startsWith(set))).toHaveLength(9);
      expect((await shown(`/pictures/${set}-original`)).status).toBe(404);
    });

    it('shows on white in JPEG what lets through', async () => {
      const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#f0605000' } })
        .png()
        .toBuffer();
      const { productImage } = (await upload(clear)).body;
      const bytes = await (await shown(productImage.replace('.webp', '.jpg'))).arrayBuffer();
      expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
    });

    it('answers whoever has it already that it is still the same', async () => {
      const { productImage } = (await upload(await png(31, 31))).body;
      const etag = (await shown(productImage)).headers.get('etag') ?? '';
      const again = await fetch(server.url + productImage, { headers: { 'if-none-match': etag } });
      expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, max-age=31536000, immutable']);
    });

    it('makes it smaller where it is larger than any page shows it, and never larger', async () => {
      expect((await upload(await jpeg(4_000, 2_000))).body).toMatchObject({ width: 1_600, height: 800 });
      expect((await upload(await jpeg(20, 10))).body).toMatchObject({ width: 20, height: 10 });
    });

    it('turns it upright and forgets who took it, and where', async () => {
      const { body } = await upload(await phoneJpeg());
      expect(body).toMatchObject({ width: 300, height: 400 });
      const bytes = Buffer.from(await (await shown(body.productImage)).arrayBuffer());
      const { exif, xmp, icc, orientation } = await sharp(bytes).metadata();
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.includes('Ada Lovelace')).toBe(false);
    });

    it('keeps the same picture once', async () => {
      const [first, again] = [await upload(await png(33, 33)), await upload(await png(33, 33))];
      expect(again.body).toEqual(first.body);
      expect((await kept()).filter((name) => first.body.productImage.endsWith(name))).toHaveLength(1);
    });

    it('draws it anew: what was hidden in the file is gone', async () => {
      const { status, body } = await upload(
        Buffer.concat([await gif(40, 40), Buffer.from(SCRIPT)]),
        'text/html;image/gif',
      );
      expect(status).toBe(415);
      expect(body.code).toBe('unsupported-media-type');
      const taken = await upload(Buffer.concat([await gif(40, 40), Buffer.from(SCRIPT)]), 'image/gif');
      const name = taken.body.productImage.slice('/pictures/'.length);
      expect((await readFile(join(server.picturesDirectory, name))).includes(SCRIPT)).toBe(false);
    });

    it('is what a product names', async () => {
      const { productImage } = (await upload(await png(44, 44))).body;
      const product = { productTitle: 'Box Hoodie', price: 35, totalStock: 2, productImage };
      const made = await server.ask('POST', '/api/admin/products/create', product);
      expect(made.body.product).toMatchObject({ productImage });
    });
  });

  describe('refuses, with a code of its own and nothing left on the disk,', () => {
    const truncated = async (made: Promise<Buffer>) => (await made).subarray(0, Math.floor((await made).length / 2));
    it.each([
      ['what is no picture', async () => Buffer.from('hello'), 'picture-unknown'],
      ['nothing', async () => Buffer.alloc(0), 'picture-unknown'],
      ['an SVG', async () => SVG, 'picture-unknown'],
      [
        'an SVG behind a byte order mark',
        async () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), SVG]),
        'picture-unknown',
      ],
      ['a page that begins like a GIF', async () => Buffer.from(`GIF89a=1;${SCRIPT}`), 'picture-unknown'],
      ['a TIFF', () => tiff(20, 20), 'picture-unknown'],
      ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj'), 'picture-unknown'],
      ['half a JPEG', () => truncated(jpeg(900, 900)), 'picture-damaged'],
      ['half a PNG', () => truncated(png(900, 900)), 'picture-damaged'],
      ['50 megapixels of a few kilobytes', () => png(10_000, 5_000), 'picture-too-many-pixels'],
      ['50 megapixels of JPEG', () => jpeg(10_000, 5_000), 'picture-too-many-pixels'],
    ])('%s', async (_what, made, code) => {
      const [before, file] = [await kept(), await made()];
      const { status, body } = await upload(file);
      expect([status, body]).toEqual([400, { success: false, error: expect.any(String), code }]);
      expect(await kept()).toEqual(before);
    });

    it('a file that is too large, told or not', async () => {
      const before = await kept();
      const large = Buffer.alloc(PICTURE_BYTES_MAX + 1, 0xff);
      const streamed = new Blob([large]).stream();
      for (const body of [large, streamed]) {
        const answer = await upload(body);
        expect([answer.status, answer.body.code]).toEqual([413, 'too-large']);
      }
      expect(await kept()).toEqual(before);
    });

    it('a body of another type', async () => {
      for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
        const answer = await upload(Buffer.from('{}'), type);
        expect([answer.status, answer.body.code]).toEqual([415, 'unsupported-media-type']);
      }
    });

    it('anyone but an admin, before a byte is read', async () => {
      const [before, large] = [await kept(), Buffer.alloc(PICTURE_BYTES_MAX + 1)];
      expect((await upload(large, 'image/png', null)).body.code).toBe('unauthorized');
      for (const role of ['shopper', 'auditor'] as const) {
        const answer = await upload(large, 'image/png', server.tokenOf(role));
        expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
      }
      expect(await kept()).toEqual(before);
    });

    it('a sender who gives up on the way', async () => {
      const before = await kept();
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      const head = `POST /api/admin/pictures HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin}\r\n`;
      socket.write(`${head}Content-Type: image/png\r\nContent-Length: 9000\r\n\r\nhalf of it`);
      await new Promise<void>((resolve) => socket.end(resolve));
      socket.destroy();
      expect((await upload(Buffer.from('hello'))).status).toBe(400);
      expect(await kept()).toEqual(before);
    });
  });

  it('answers others while a large picture is read', async () => {
    const large = await sharp({ create: { width: 7_800, height: 5_000, channels: 4, background: '#0b0b0c' } })
      .png({ progressive: true })
      .toBuffer();
    const order: string[] = [];
    const read = upload(large).then(({ status }) => order.push(`read ${status}`));
    for (let round = 0; round < 5; round += 1) {
      const { status } = await server.ask('GET', '/api/products', undefined, null);
      order.push(`shop ${status}`);
    }
    await read;
    expect(order).toEqual([...Array(5).fill('shop 200'), 'read 200']);
  });

  it('takes no image where none is asked for', async () => {
    const headers = { 'content-type': 'image/png', authorization: `Bearer ${admin}` };
    const answer = await fetch(`${server.url}/api/admin/products`, {
      method: 'POST',
      headers,
      body: 'x'.repeat(1_000),
    });
    expect([answer.status, (await answer.json()).code]).toEqual([415, 'unsupported-media-type']);
  });

  it.each([
    '/pictures/',
    '/pictures/nothing.webp',
    `/pictures/${'0'.repeat(64)}.webp`,
    `/pictures/${'0'.repeat(64)}.tmp`,
    `/pictures/${'0'.repeat(64)}-480.avif`,
    `/pictures/${'0'.repeat(64)}-original`,
    '/pictures/../master.key',
    '/pictures/..%2fmaster.key',
    '/pictures/%2e%2e/master.key',
    '/pictures/..%5cmaster.key',
    '/pictures//etc/passwd',
    '/pictures/%00.webp',
  ])('serves nothing under %s', async (path) => {
    const { hostname, port } = new URL(server.url);
    const answer = await new Promise<{ status?: number; cache?: string }>((resolve, reject) => {
      const clientRequest = request({ hostname, port, path }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, cache: response.headers['cache-control'] });
      });
      clientRequest.once('error', reject).end();
    });
    expect([400, 403, 404]).toContain(answer.status);
    expect(answer.cache ?? '').not.toContain('immutable');
  });
});
