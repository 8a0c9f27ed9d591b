import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { EndlessServer } from '@supreme-access/test/fixtures/endless-server.js';
import { GoogleAnalytics } from '../analytics/google-analytics.js';
import { S3Pictures } from '../catalogue/products/s3-pictures.js';
import { AddressLookup } from '../customers/profiles/address-lookup.js';
import { AnswerTooLong, readBounded } from '../http/outgoing/bounded.js';
import { callsTo } from '../http/outgoing/http-calls.js';
import { MailTransport } from '../mail/transport.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { createLogger } from '../telemetry/logger.js';

const MIB = 1024 * 1024;
const NAME = `${'a'.repeat(64)}-480.webp`;

describe.each(['pours', 'trickles'] as const)('another server that %s without end', (kind) => {
  let server: EndlessServer;
  beforeEach(async () => {
    server = await EndlessServer.start(kind);
  });
  afterEach(() => server.stop());

  it('is left by a call at its bound, or at its deadline', async () => {
    const call = callsTo(server.url, MIB);
    const pending = call({
      method: 'GET',
      path: '/',
      headers: {},
      signal: AbortSignal.timeout(kind === 'pours' ? 60_000 : 60),
    });
    if (kind === 'pours') expect((await pending).text).toBeUndefined();
    else await expect(pending).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(server.sent).toBeLessThan(32 * MIB);
  });

  it('that is asked for addresses gives none', async () => {
    const places = new AddressLookup(server.url, kind === 'pours' ? 60_000 : 60);
    await expect(places.lookup('350 5th')).rejects.toMatchObject({ code: 'places-unavailable' });
    expect(server.sent).toBeLessThan(32 * MIB);
  });

  it('that stands for Stripe has said nothing', async () => {
    const timeout = kind === 'pours' ? 60_000 : 60;
    const options = { secretKey: 'sk_test_1', installation: 'here', apiUrl: server.url, maxNetworkRetries: 0, timeout };
    expect(await new StripeGateway(options).lookup('pi_1')).toMatchObject({ kind: 'unknown' });
    expect(server.sent).toBeLessThan(64 * MIB);
  });
});

describe('another server that pours without end', () => {
  let server: EndlessServer;
  beforeEach(async () => {
    server = await EndlessServer.start('pours');
  });
  afterEach(() => server.stop());

  it('that keeps pictures is away: whole pictures, and what it says to an upload, are bounded', async () => {
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const pictures = new S3Pictures({ bucket: 'b', prefix: '', endpoint: server.url, region: 'eu' }, credentials);
    await expect(pictures.read(NAME)).rejects.toThrow('a picture could not be read');
    expect(server.sent).toBeLessThan(128 * MIB);
  });

  it('that counts purchases does not keep one', async () => {
    const warnings: object[] = [];
    const logger = Object.assign(createLogger('silent'), { warn: (what: object) => warnings.push(what) });
    const settings = { id: 'G-1', secret: 'secret', url: server.url };
    const item = { id: 'p', name: 'Cap', variant: 'm', quantity: 1, price: 1, currency: 'USD' };
    await new GoogleAnalytics(settings, logger).purchase(item);
    expect([warnings, server.sent < 32 * MIB]).toEqual([[], true]);
  });
});

it('a mail server that pours without end takes no mail, and is left at its bound', async () => {
  let poured = 0;
  const lines = new Set<Socket>();
  const server = createServer((line) => {
    lines.add(line);
    line.on('error', () => undefined);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const pour = () => {
      if (line.destroyed) return;
      poured += chunk.length;
      if (line.write(chunk)) setImmediate(pour);
      else line.once('drain', pour);
    };
    pour();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = new MailTransport({ smtpUrl: `smtp://127.0.0.1:${port}` }, 'shop@example.org');
  await expect(transport.ready()).rejects.toThrow();
  expect(poured).toBeLessThan(64 * MIB);
  transport.close();
  for (const line of lines) line.destroy();
  server.close();
});

describe('a stream that is read as a whole', () => {
  it('is given up at its bound, and at its deadline, and let go', async () => {
    const poured = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1_024);
      })(),
    );
    await expect(readBounded(poured, 10_000, 60_000)).rejects.toThrow(AnswerTooLong);
    const silent = new Readable({ read: () => undefined });
    await expect(readBounded(silent, 10_000, 20)).rejects.toThrow('took too long');
    expect([poured.destroyed, silent.destroyed]).toEqual([true, true]);
    expect((await readBounded(Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3, 60_000)).toString()).toBe('abc');
  });
});
