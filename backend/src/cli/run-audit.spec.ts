import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { AT, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { events } from '@supreme-access/test/fixtures/event-log.js';
import { attempted, bought, charged, charging, placed } from '@supreme-access/test/fixtures/history.js';
import { created, released, reserved } from '@supreme-access/test/fixtures/product.js';
import { encode } from '../event-sourcing/codec.js';
import type { DomainEvent } from '../event-sourcing/decider.js';
import { openDataDirectory } from '../stores/data-directory.js';
import { type EventLog, NO_STREAM, type StoredEvent } from '../stores/event-log/event-log.js';
import { GENESIS } from '../stores/event-log/hash-chain.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { FORMAT } from '../stores/format.js';
import { exportLog } from './audit-commands.js';
import { runAudit } from './run-audit.js';

async function write(log: EventLog, stream: string, events: readonly DomainEvent[], tamper = false): Promise<void> {
  let previousHash = GENESIS;
  const stored: StoredEvent[] = events.map(
    ({ type, data: { personal: _, ...data } }: { type: string; data: { personal?: unknown } }, revision) => {
      const place = { stream, revision, previousHash, eventId: `${stream}-${revision}`, now: AT + revision * 1_000 };
      const { stored: event } = encode({ type, data }, metadata, place, {});
      previousHash = event.metadata.hash;
      return tamper && revision === 1 ? { ...event, data: { ...event.data, price: 1 } } : event;
    },
  );
  await log.append(stream, NO_STREAM, stored);
}

describe('the auditor’s tool', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'audit-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** A stopped server's directory. */
  async function leave(tamper = false): Promise<void> {
    const log = await openLmdbEventLog(join(directory, 'log'));
    await write(log, 'product-box-hoodie', [created(), reserved(1), reserved(2), released(2)], tamper);
    const life = [placed(1), attempted(1), bought(1), charging(1), charged(1)].map(([, event]) => event);
    const data = { ...life[0]?.data, productId: 'box-hoodie' };
    await write(log, 'order-order-1', [{ type: 'OrderPlaced', data }, ...life.slice(1)]);
    await log.close();
  }
  async function run(args: string[], env: Record<string, string> = { DATA_DIR: directory }) {
    const said: string[] = [];
    return { code: await runAudit(args, env, (text) => said.push(text)), said };
  }

  it('says that every chain holds', async () => {
    await leave();
    const said = ['9 events in 2 streams: every chain holds.', expect.stringMatching(/^fingerprint 9:[0-9a-f]{64}$/)];
    expect(await run(['verify'])).toEqual({ code: 0, said });
  });

  it('names what cannot be read of a damaged file, by stream, revision and position, and verifies the rest', async () => {
    await leave();
    const file = join(directory, 'log', 'data.mdb');
    const bytes = await readFile(file);
    // The quote before an id in the order's first append: what follows is no JSON any more.
    for (let at = 0; ; at += 1) {
      at = bytes.indexOf('"order-order-1-0"', at);
      if (at < 0) break;
      bytes[at] = 0x7f;
    }
    await writeFile(file, bytes);
    const { code, said } = await run(['verify']);
    expect([code, said[0]]).toEqual([1, 'BROKEN at position 5, order-order-1 revision 0: it cannot be read']);
    expect(said[1]).toBe('4 events in 2 streams: 1 BROKEN.');
    const order = await run(['order', 'order-1']);
    expect(order).toEqual({
      code: 1,
      said: [expect.stringMatching(/^the event log is damaged: the events at position 5/)],
    });
  });

  it('says in one sentence that the log is cut off, and what to do', async () => {
    await leave();
    const file = join(directory, 'log', 'data.mdb');
    await writeFile(file, (await readFile(file)).subarray(0, 3 * 4_096));
    const sentence =
      /^DATA_DIR: the event log is damaged \(.*log\/data\.mdb: .*\); put log and vault of the last backup .*\.$/;
    expect(await run(['verify'])).toEqual({ code: 1, said: [expect.stringMatching(sentence)] });
  });

  it('says whether what was noted is still there, and ends with 1 when it is not', async () => {
    await leave();
    const noted = (await run(['verify'])).said[1]?.replace('fingerprint ', '') ?? '';
    const { code, said } = await run(['verify', '--noted', noted]);
    expect([code, said[1]]).toEqual([0, 'The first 9 events are those that were noted.']);
    const more = await run(['verify', '--noted', noted.replace('9:', '10:')]);
    expect([more.code, more.said[1]]).toEqual([1, expect.stringContaining('NOT AS NOTED')]);
  });

  it('names what was tampered with, and ends with 1', async () => {
    await leave(true);
    const { code, said } = await run(['verify']);
    expect(code).toBe(1);
    expect(said).toEqual([
      'BROKEN at position 2, product-box-hoodie revision 1: the hash does not fit the event',
      '9 events in 2 streams: 1 BROKEN.',
      expect.stringContaining('fingerprint 9:'),
    ]);
  });

  it('shows one event, and whether its link to the one before it holds', async () => {
    await leave(true);
    const { code, said } = await run(['show', 'product-box-hoodie@0']);
    expect([code, JSON.parse(said[0] ?? '')]).toMatchObject([0, { type: 'ProductCreated', revision: 0 }]);
    expect(said[1]).toBe('Its link to the event before it holds.');
    const broken = await run(['show', 'product-box-hoodie@1']);
    expect([broken.code, broken.said[1]]).toEqual([1, expect.stringContaining('BROKEN')]);
    expect(await run(['show', 'order-nothing@1'])).toEqual({
      code: 1,
      said: ['There is no event order-nothing@1 in the log.'],
    });
    expect((await run(['show', 'order-1'])).said[0]).toContain('usage');
  });

  it('replays an order step by step, with its status after each', async () => {
    await leave();
    const { code, said } = await run(['order', 'order-1']);
    expect(code).toBe(0);
    expect(said.map((line) => line.split(/\s+/).slice(1, 3))).toEqual([
      ['SlotReserved', 'pending'],
      ['OrderPlaced', 'pending'],
      ['CheckoutStarted', 'processing'],
      ['CheckoutSucceeded', 'processing'],
      ['FeeChargeStarted', 'processing'],
      ['FeeCharged', 'success'],
    ]);
    expect(said[0]).toMatch(/^2026-11-20T16:00:01\.000Z {2}SlotReserved +pending +shopper a-1$/);
  });

  it('finds an order that is not placed yet by its slot', async () => {
    await leave();
    const { said } = await run(['order', 'order-2']);
    expect(said.map((line) => line.split(/\s+/)[1])).toEqual(['SlotReserved', 'SlotReleased']);
  });

  it('replays the whole log and says whether every rule is kept', async () => {
    await leave();
    const { code, said } = await run(['replay']);
    expect(said).toEqual([
      'usd: 3500 charged, 0 given back (minor units)',
      '2 orders of 1 products: every rule is kept.',
    ]);
    expect(code).toBe(0);
  });

  it('ends with 1 when a rule is broken, and names the order', async () => {
    await leave();
    const log = await openLmdbEventLog(join(directory, 'log'));
    const [[, first], [, second]] = [placed(7), charged(7)];
    await write(log, 'order-order-7', [{ type: 'OrderPlaced', data: { ...first.data, livemode: false } }, second]);
    await log.close();
    const { code, said } = await run(['replay']);
    expect(said).toContain('FEE-WITHOUT-EVIDENCE order-7: FeeCharged without proof of a purchase');
    expect(code).toBe(1);
  });

  it('exports a drop into a file that is whole, and none at all when it cannot be read', async () => {
    await leave();
    const out = join(directory, 'drop.ndjson');
    expect(await run(['export', '--product', 'box-hoodie', '--out', out])).toEqual({
      code: 0,
      said: [`9 events in ${out}`],
    });
    const lines = (await readFile(out, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toContain('FeeCharged');
    expect(await readdir(directory)).not.toContain('drop.ndjson.part');
    const { code, said } = await run(['export', '--stream', 'x', '--from', '2026-01-01', '--out', `${out}2`]);
    expect([code, said[0]]).toEqual([1, expect.stringContaining('Choose exactly one')]);
    expect(await readdir(directory)).not.toContain('drop.ndjson2');
  });

  it('says why an export cannot be written, also while it waits for a server', async () => {
    async function* readAll() {
      for (let turn = 0; turn < 50; turn += 1) await readdir(directory);
      yield* [];
    }
    const log = { readAll, readStream: readAll };
    const nowhere = join(directory, 'nowhere', 'drop.ndjson');
    const exporting = exportLog({ log, close: async () => undefined }, { product: 'x' }, nowhere, () => undefined);
    await expect(exporting).rejects.toThrow(/^ENOENT.*drop\.ndjson/);
  });

  it('says so when there is no such order, and when there is no log', async () => {
    expect((await run(['verify'])).said[0]).toContain('There is no event log');
    await leave();
    expect(await run(['order', 'nothing'])).toEqual({ code: 1, said: ['There is no order nothing in the log.'] });
    const { said } = await run(['order', 'nothing'], { DATA_DIR: directory, LOG_LEVEL: 'debug' });
    expect(said).toEqual([expect.stringMatching(/There is no order nothing in the log\.\n +at /)]);
  });

  it('says so when a server holds the directory', async () => {
    await leave();
    const held = await openDataDirectory(directory);
    const { code, said } = await run(['verify']);
    await held.release();
    expect([code, said.at(-1)]).toEqual([1, expect.stringContaining('A server is using')]);
  });

  it('says so when a newer program has written the directory, or raised the format of its log', async () => {
    await leave();
    const log = await openLmdbEventLog(join(directory, 'log'));
    const raised = events(1, { format: FORMAT + 1 }).map((event) => ({ ...event, type: 'LogFormatRaised' }));
    await log.append('system-installation', NO_STREAM, raised);
    await log.close();
    const { code, said } = await run(['verify']);
    expect([code, said.at(-1)]).toEqual([1, expect.stringContaining(`The event log has format ${FORMAT + 1}`)]);
    await writeFile(join(directory, 'log-format'), `${FORMAT + 1}\n`);
    expect((await run(['verify'])).said.at(-1)).toContain(
      `has format ${FORMAT + 1}; this program knows formats up to ${FORMAT}`,
    );
  });

  it.each([
    [[]],
    [['check']],
    [['order']],
    [['reconcile']],
    [['export', '--stream', 'order-1']],
    [['verify', '--colour']],
    [['verify', '--noted', 'x']],
    [['verify', '--url', 'nowhere']],
    [['verify', 'export.json']],
    [['verify', '--masked']],
    [['replay', 'order-1']],
    [['replay', '--from', '2026-11-01']],
    [['order', 'order-1', 'order-2']],
    [['accept', 'order-1', '0', '--url', 'http://localhost:3000']],
    [['toString']],
  ])('says how it is used, when asked for %j', async (args) => {
    const { code, said } = await run(args);
    expect([code, said[0]]).toEqual([1, expect.stringContaining('usage:')]);
  });

  it('reads from a running server too', async () => {
    const server = await startCatalogue();
    const { productId } = (
      await server.ask('POST', '/api/admin/products/create', { productTitle: 'Box Hoodie', price: 35, totalStock: 5 })
    ).body.product;
    await server.reserve(productId, 1);
    const requests: unknown[] = [];
    const token = server.tokenOf('auditor');
    // the accounts are not part of this server: its login is answered in front of it
    const front = createServer(async (request, response) => {
      const { url = '', headers } = request;
      const authorization = headers.authorization ?? '';
      if (!url.endsWith('/login')) {
        response.end(await (await fetch(server.url + url, { headers: { authorization } })).text());
        return;
      }
      requests.push(await json(request));
      response.end(JSON.stringify({ success: true, token }));
    }).listen(0, '127.0.0.1');
    await once(front, 'listening');
    const at = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    const env = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'secret word' };
    const verified = await run(['verify', '--url', `${at}/`], env);
    const replayed = await run(['order', 'order-1', '--url', at], env);
    front.closeAllConnections();
    front.close();
    await server.stop();
    expect(requests[0]).toEqual({ email: 'admin@example.com', password: 'secret word' });
    expect([verified.code, verified.said[0]]).toEqual([0, '4 events in 2 streams: every chain holds.']);
    expect(replayed.said[0]).toContain('SlotReserved');
  });

  it('asks for someone to log in as', async () => {
    expect((await run(['verify', '--url', 'http://127.0.0.1:1'], {})).said).toEqual([
      'Set ADMIN_EMAIL and ADMIN_PASSWORD to log in with.',
    ]);
  });

  it('says so when the server cannot be reached', async () => {
    const env = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'secret word' };
    const { code, said } = await run(['verify', '--url', 'http://127.0.0.1:1'], env);
    expect([code, said[0]]).toEqual([1, expect.stringContaining('cannot be reached')]);
  });
});
