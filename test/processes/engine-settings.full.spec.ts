import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMongoVault } from '../../backend/src/stores/vault/mongo-vault.js';
import { startEventStore } from '../emulators/eventstore/server.js';
import { startMongo } from '../emulators/mongo/server.js';
import { freePort } from '../support/free-port.js';
import { ServerProcess } from '../support/server-process.js';

describe('an impossible start on EventStoreDB and MongoDB', () => {
  let eventstore: Awaited<ReturnType<typeof startEventStore>>;
  let mongo: Awaited<ReturnType<typeof startMongo>>;
  let nobody: number;
  const masterKey = randomBytes(32);
  beforeEach(async () => {
    [eventstore, mongo, nobody] = await Promise.all([startEventStore(), startMongo(), freePort()]);
  });
  afterEach(() => Promise.all([eventstore.stop(), mongo.stop()]));

  const right = () => ({
    EVENTSTORE_URL: eventstore.url,
    MONGODB_URL: mongo.url,
    MASTER_KEY: masterKey.toString('hex'),
    JWT_SECRET: 'a secret of the tests, long enough for all',
  });
  const portOf = (url: string) => new URL(url).port;

  const CASES: [what: string, wrong: () => Record<string, string>, message: RegExp][] = [
    ['without MONGODB_URL', () => ({ MONGODB_URL: '' }), /MONGODB_URL is required with EVENTSTORE_URL/],
    ['without EVENTSTORE_URL', () => ({ EVENTSTORE_URL: '' }), /EVENTSTORE_URL is required with MONGODB_URL/],
    ['without MASTER_KEY', () => ({ MASTER_KEY: '' }), /MASTER_KEY must be 32 bytes/],
    [
      'with half a MASTER_KEY',
      () => ({ MASTER_KEY: masterKey.toString('hex').slice(32) }),
      /MASTER_KEY must be 32 bytes/,
    ],
    ['without JWT_SECRET', () => ({ JWT_SECRET: '' }), /JWT_SECRET is required with EVENTSTORE_URL/],
    [
      'as one of several, with emulators of its own for retailer and Stripe',
      () => ({ ROLE: 'api' }),
      /ROLE must be all/,
    ],
    ['with an address of another kind', () => ({ EVENTSTORE_URL: mongo.url }), /EVENTSTORE_URL must begin with esdb:/],
    [
      'with no server at EVENTSTORE_URL',
      () => ({ EVENTSTORE_URL: `esdb://127.0.0.1:${nobody}?tls=false` }),
      /EVENTSTORE_URL names 127.0.0.1:\d+, which cannot be reached/,
    ],
    [
      'with a MongoDB at EVENTSTORE_URL',
      () => ({ EVENTSTORE_URL: `esdb://127.0.0.1:${portOf(mongo.url)}?tls=false` }),
      /EVENTSTORE_URL /,
    ],
    [
      'with no server at MONGODB_URL',
      () => ({ MONGODB_URL: `mongodb://127.0.0.1:${nobody}/` }),
      /MONGODB_URL: no MongoDB answers at 127.0.0.1:\d+/,
    ],
    [
      'with an EventStoreDB at MONGODB_URL',
      () => ({ MONGODB_URL: `mongodb://127.0.0.1:${portOf(eventstore.url)}/` }),
      /MONGODB_URL: /,
    ],
  ];
  it.each(CASES)('%s: says so, exit code 1, nothing is written', async (_, wrong, message) => {
    const directory = join(tmpdir(), `none-${randomBytes(6).toString('hex')}`);
    const { code, text } = await ServerProcess.refusal({ ...right(), ...wrong(), DATA_DIR: directory });
    expect(text).toMatch(message);
    expect(text).not.toMatch(/\n\s+at /);
    expect({ code, directory: existsSync(directory), appends: eventstore.calls.append }).toEqual({
      code: 1,
      directory: false,
      appends: 0,
    });
    // Another key could not open an existing vault.
    await (await openMongoVault(mongo.url, randomBytes(32), { answerMs: 1_000 })).close();
  });
});
