import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serialize } from 'bson';
import { loadKeyFile } from '../../backend/src/config/key-file.js';
import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { openLmdbVault } from '../../backend/src/stores/vault/lmdb-vault.js';
import { unseal } from '../../backend/src/stores/vault/seal.js';
import { type EventStoreEmulator, startEventStore } from '../emulators/eventstore/server.js';
import { type MongoEmulator, startMongo } from '../emulators/mongo/server.js';
import { readEml } from '../fixtures/eml.js';
import { allEvents, eventually } from '../support/drops.js';
import { ROOT } from '../support/root.js';
import { ServerProcess } from '../support/server-process.js';
import { type Canary, canary, found, type Needle, token } from './canary.js';
import { CanaryStory, listen, type RecordedAnswer } from './canary-story.js';

const LOUD = { LOG_LEVEL: 'trace' };

/** One snapshot of all files below a directory: it starts again when a file disappears meanwhile. */
async function filesIn(directory: string): Promise<[name: string, bytes: Buffer][]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = async (file: string): Promise<[string, Buffer]> => [relative(directory, file), await readFile(file)];
  return Promise.all(files.map(read)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return filesIn(directory);
  });
}
const isBelow = (name: string, ...directories: readonly string[]) => directories.some((one) => name.startsWith(one));

/** A mail's decoded text, beside the file's bytes. */
function mailsOf(files: readonly [string, Buffer][]): [string, Buffer][] {
  return files
    .filter(([name]) => name.endsWith('.eml'))
    .flatMap(([name, bytes]) => {
      const { headers, text, html } = readEml(bytes.toString());
      return [
        [name, bytes],
        [name, Buffer.from(`${[...headers].join('\n')}\n${text}\n${html}`)],
      ] satisfies [string, Buffer][];
    });
}

describe('a canary', () => {
  const who = canary();
  const [number, code, password] = who.secrets;
  const { name, email } = who.who;
  it.each<[string, Needle | undefined, string | Buffer]>([
    ['as it is', number, who.card.number],
    ['as it is shown', number, '3714 496353 98431'],
    ['as a number of MessagePack', number, Buffer.from([0xcf, 0, 1, 0x51, 0xd4, 0xdb, 0x91, 0xe3, 0x1f])],
    ['in JSON within JSON', password, JSON.stringify(JSON.stringify({ password: who.passwords.first }))],
    ['in a URL', password, `/?q=${encodeURIComponent(who.passwords.first)}`],
    ['in hex', who.personal[0], Buffer.from(name).toString('hex')],
    ['in base64', who.personal[3], Buffer.from(`to ${email}, today`).toString('base64')],
    ['in base64url, one byte further', who.personal[3], Buffer.from(`to: ${email}, today`).toString('base64url')],
    ['as a word to search for', who.personal[1], name.toLowerCase()],
    ['as a value', code, JSON.stringify({ code: who.card.code })],
    ['as a hash without salt', number, createHash('sha256').update(who.card.number).digest('base64url')],
  ])('is found %s', (_, needle, written) => {
    expect(needle && found([needle], written, 'here')).toHaveLength(1);
  });
});

describe('from sign-up to refund, personal data and secrets are', () => {
  let server: ServerProcess;
  let who: Canary;
  let story: CanaryStory;
  let recorded: RecordedAnswer[];
  let printed: string;
  let all: Needle[];
  beforeAll(async () => {
    const preload = pathToFileURL(join(ROOT, 'test/support/preload-crash.js')).href;
    server = await ServerProcess.start({ ...LOUD, NODE_OPTIONS: `--import=${preload}` });
    who = canary();
    story = new CanaryStory(server, who);
    const listener = listen();
    await story.play();
    listener.stop();
    ({ recorded } = listener);
    printed = server.output;
    all = [...who.secrets, ...who.personal, ...story.tokens.map(token)];
  });
  afterAll(() => server?.remove());

  const search = (needles: readonly Needle[], places: readonly [string, Buffer][]) =>
    places.flatMap(([name, bytes]) => found(needles, bytes, name));

  it('not in the program’s output at any log level', () => {
    expect(printed).toMatch(/"level":20\b/);
    expect(found(all, printed, 'the output')).toEqual([]);
  });

  it('not in the bytes of log, vault, read models or other files', async () => {
    const files = await filesIn(server.directory);
    const ours = files.filter(([name]) => !isBelow(name, 'mail/', 'stripe-emulator/'));
    expect(ours.map(([name]) => name)).toEqual(
      expect.arrayContaining(['log/data.mdb', 'vault/data.mdb', 'read-models/data.sqlite']),
    );
    expect(search(all, ours)).toEqual([]);
    // Stripe knows whom it charges, but never answers with a card's data.
    expect(
      search(
        who.secrets,
        files.filter(([name]) => isBelow(name, 'stripe-emulator/')),
      ),
    ).toEqual([]);
  });

  it('in no mail, except names and links', async () => {
    const mails = mailsOf(await filesIn(server.directory));
    expect(mails.length).toBeGreaterThan(10);
    const sessions = story.tokens.filter((text) => text.split('.').length === 3);
    expect(sessions.length).toBeGreaterThan(3);
    expect(search([...who.secrets, ...sessions.map(token)], mails)).toEqual([]);
  });

  it('in no answer, except a person’s to people with access, and the card’s number to an admin with a reason', () => {
    expect(recorded.length).toBeGreaterThan(60);
    const whole = recorded.filter(({ request }) => request.endsWith('/aco'));
    expect(whole).toHaveLength(1);
    const [number, ...others] = who.secrets;
    const rest = recorded.filter((one) => !whole.includes(one));
    expect(rest.flatMap(({ request, body }) => found(number ? [number] : [], body, request))).toEqual([]);
    expect(recorded.flatMap(({ request, body }) => found(others, body, request))).toEqual([]);
    expect(recorded.flatMap(({ request, headers }) => found(all, headers, request))).toEqual([]);
  });

  it('in no public answer: products, settings, OpenAPI, readiness, metrics', () => {
    const open = /^GET \/(api\/(products|settings|docs-json|keys|nothing|promoLookup)|readyz|healthz|metrics)/;
    const answers = recorded.filter(({ request }) => open.test(request));
    expect(answers.length).toBeGreaterThan(7);
    expect(answers.flatMap(({ request, body }) => found(all, body, request))).toEqual([]);
  });

  it('in no bundle or source map', async () => {
    const built = [...(await filesIn(join(ROOT, 'storefront/dist'))), ...(await filesIn(join(ROOT, 'admin/dist')))];
    const texts = built.filter(([name]) => /\.(js|css|html|map|json)$/.test(name));
    expect(texts.some(([name]) => name.endsWith('.map'))).toBe(true);
    const secrets = ['sk_test_', 'whsec_', 'an admin of the tests', who.card.number];
    const forms = secrets.map((text) => ({ what: text, forms: [Buffer.from(text)] }));
    expect(search(forms, texts)).toEqual([]);
  });

  it.each(['thrown', 'odd'])('not in the output of a crash: %s', async (how) => {
    const { email, name, address } = who.who;
    const body = { email, name, street: address.address1, card: who.card, password: who.passwords.reset };
    const headers = { authorization: `Bearer ${story.tokens.at(-1)}` };
    await server.anyone.post(`/crash?how=${how}`, body, { headers }).catch(() => undefined);
    const { output } = await server.crashed();
    expect(output).toMatch(/"level":60\b/);
    expect(found(all, output, 'its output')).toEqual([]);
    await server.again();
  });

  describe('and after the erasure', () => {
    let events: RecordedEvent[];
    beforeAll(async () => {
      events = await allEvents(await server.admin());
      await story.erase();
      await eventually('no mail to them but the last one', 30_000, async () => {
        const mails = mailsOf(await filesIn(server.directory));
        const theirs = mails.filter(([, bytes]) => bytes.includes(who.who.email));
        return theirs.every(([name]) => name.includes('account-erased')) || undefined;
      });
      await server.stop();
    });

    it('not readable with any key on the disk', async () => {
      const subjects = [`account-${story.accountId}`, `guest-${story.guestOrderId}`];
      const theirs = events.filter(({ metadata }) => subjects.includes(metadata.subject ?? ''));
      const sealed = theirs.filter(({ data }) => typeof data.personal === 'string');
      expect(new Set(sealed.map(({ metadata }) => metadata.subject))).toEqual(new Set(subjects));
      const keys = await keysOnDisk(server.directory);
      expect(keys.length).toBeGreaterThan(1);
      const opened = (some: readonly RecordedEvent[]) =>
        some.filter((event) => keys.some((key) => opens(key, event))).map(({ id }) => id);
      expect(opened(sealed)).toEqual([]);
      expect(
        opened(events.filter(({ metadata }) => !subjects.includes(metadata.subject ?? ''))).length,
      ).toBeGreaterThan(0);
    });
  });
});

function opens(key: Buffer, { stream, id, data }: RecordedEvent): boolean {
  try {
    unseal(key, `${stream}/${id}`, String(data.personal));
    return true;
  } catch {
    return false;
  }
}

/** The master key, and every key sealed with it. */
async function keysOnDisk(directory: string): Promise<Buffer[]> {
  const [master = Buffer.alloc(0)] = await loadKeyFile(join(directory, 'master.key'));
  const vault = await openLmdbVault(join(directory, 'vault'), master);
  const keys = [master];
  for await (const { id } of vault.list('subject-key')) {
    const entry = await vault.get<string>('subject-key', id);
    if (entry && entry !== 'erased') keys.push(Buffer.from(entry.value, 'base64url'));
  }
  await vault.close();
  return keys;
}

describe('on EventStoreDB and MongoDB,', () => {
  const sent: Buffer[] = [];
  let mongo: MongoEmulator;
  let eventstore: EventStoreEmulator;
  let server: ServerProcess;
  beforeAll(async () => {
    mongo = await startMongo({ hear: (command) => sent.push(Buffer.from(serialize(command))) });
    eventstore = await startEventStore();
    server = await ServerProcess.start({
      ...LOUD,
      EVENTSTORE_URL: eventstore.url,
      MONGODB_URL: mongo.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      JWT_SECRET: randomBytes(32).toString('hex'),
    });
  });
  afterAll(async () => {
    await server?.remove();
    await Promise.all([mongo.stop(), eventstore.stop()]);
  });

  it('no secret is sent to them, and nothing personal to the log', async () => {
    const who = canary();
    const story = new CanaryStory(server, who);
    await story.play();
    const secrets = [...who.secrets, ...story.tokens.map(token)];

    expect(sent.length).toBeGreaterThan(100);
    expect(found(secrets, Buffer.concat(sent), 'MongoDB')).toEqual([]);
    const events = eventstore.store.all.flatMap(({ data, metadata }) => [data, metadata]);
    expect(events.length).toBeGreaterThan(50);
    expect(found([...secrets, ...who.personal], Buffer.concat(events), 'EventStoreDB')).toEqual([]);
    expect(found([...secrets, ...who.personal], server.output, 'the output')).toEqual([]);
  });
});
