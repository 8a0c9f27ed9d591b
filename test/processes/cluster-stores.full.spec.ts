import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type EventLog, NO_STREAM } from '../../backend/src/stores/event-log/event-log.js';
import { openEventStoreLog } from '../../backend/src/stores/event-log/eventstore-opening.js';
import { mayCall } from '../emulators/eventstore/access.js';
import { type EventStoreEmulator, startEventStore } from '../emulators/eventstore/server.js';
import { all, events } from '../fixtures/event-log.js';
import { ROOT } from '../support/root.js';

interface SetUp {
  setUpEventStore(address: string, adminPassword: string, users: (host: string) => string): Promise<void>;
  setUpMongo(address: string, root: { user: string; password: string }, connect: Connect): Promise<void>;
}
type Connect = (url: string) => Promise<{ db(name: string): { command: Command }; close(): Promise<void> }>;
type Command = (command: Record<string, unknown>) => Promise<unknown>;

const { setUpEventStore, setUpMongo } = (await import(
  pathToFileURL(join(ROOT, 'deploy/set-up-stores.js')).href
)) as SetUp;

describe("the program's user of EventStoreDB", () => {
  let server: EventStoreEmulator;
  const requests: { path: string | undefined; user: string; body: unknown }[] = [];
  let status = 201;
  const users = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const user = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    requests.push({ path: request.url, user, body });
    response.writeHead(request.url === '/users/' ? status : 200).end();
  });
  const setUp = () =>
    setUpEventStore(
      server.url.replace('esdb://', 'esdb://app:of%2Fapp@'),
      'of admin',
      () => `http://127.0.0.1:${(users.address() as AddressInfo).port}`,
    );
  const last = (stream: string) => server.store.of(stream).map(({ data }) => JSON.parse(Buffer.from(data).toString()));

  beforeAll(async () => {
    server = await startEventStore({ users: { admin: 'of admin', app: 'of/app' } });
    await once(users.listen(0, '127.0.0.1'), 'listening');
    await setUp();
  });
  afterAll(async () => {
    users.close();
    await server.stop();
  });

  it('reads and appends to streams, and only admins do more', () => {
    const admins = { $d: '$admins', $mw: '$admins' };
    const both = ['app', '$admins'];
    expect(last('$settings')).toEqual([
      {
        $userStreamAcl: { $r: both, $w: both, $mr: both, ...admins },
        $systemStreamAcl: { $r: '$admins', $w: '$admins', $mr: '$admins', ...admins },
      },
    ]);
  });

  it('reads $all', () => {
    expect(last('$$$all')).toMatchObject([{ $acl: { $r: ['app', '$admins'], $w: '$admins', $mw: '$admins' } }]);
  });

  it('is created by the admin, in no group', () => {
    const body = { loginName: 'app', fullName: 'app', groups: [], password: 'of/app' };
    expect(requests.splice(0)).toEqual([{ path: '/users/', user: 'admin:of admin', body }]);
  });

  it('keeps its rights in a second setup, and has the password of its address', async () => {
    status = 409;
    await setUp();
    expect([last('$settings').length, last('$$$all').length]).toEqual([1, 1]);
    expect(requests.splice(0).at(-1)).toMatchObject({
      path: '/users/app/command/reset-password',
      body: { newPassword: 'of/app' },
    });
  });

  it('fails with an error when the server refuses', async () => {
    status = 401;
    await expect(setUp()).rejects.toThrow('/users/ answers 401');
  });

  describe('signed in', () => {
    let log: EventLog;
    beforeAll(async () => {
      log = await openEventStoreLog(server.url.replace('esdb://', 'esdb://app:of%2Fapp@'));
    });
    afterAll(() => log.close());

    it('finds an empty log', async () => {
      expect(await log.head()).toBe(0);
    });

    it('may do all that the event log does', async () => {
      expect(await log.wasCut('thing-1')).toBe(false);
      const { position } = await log.append('thing-1', NO_STREAM, events(2));
      expect(await all(log.readStream('thing-1'))).toHaveLength(2);
      expect(await all(log.readAll())).toHaveLength(2);
      const stop = new AbortController();
      for await (const { events } of log.subscribe({ after: 0, signal: stop.signal })) {
        if (events.at(-1)?.position === position) stop.abort();
      }
    });

    it('sees that a stream was cut', async () => {
      await log.append('thing-2', NO_STREAM, events(2));
      server.store.setMetadata('thing-2', { $tb: 1 });
      expect(await log.wasCut('thing-2')).toBe(true);
    });

    it.each(['$settings', '$$thing-1', '$$$all', '$users'])('may not write to %s', (stream) => {
      expect(mayCall('append', 'app', stream, server.store)).toBe(false);
    });
  });
});

describe("the program's user of MongoDB", () => {
  const ADDRESS = 'mongodb://app:of%2Fapp@one,two,three/shop?replicaSet=shop&tls=true';
  const ROLES = [
    { role: 'readWrite', db: 'shop' },
    { role: 'readWrite', db: 'shop_vault' },
  ];

  async function commandsTo(refuses: Record<string, number>): Promise<[url: string, command: unknown][]> {
    const commands: [string, unknown][] = [];
    const connect: Connect = async (url) => ({
      db: () => ({
        command: async (command) => {
          commands.push([url, command]);
          const code = refuses[Object.keys(command)[0] ?? ''];
          if (code !== undefined) throw Object.assign(new Error('refused'), { code });
        },
      }),
      close: async () => {},
    });
    await setUpMongo(ADDRESS, { user: 'root', password: 'of root' }, connect);
    return commands;
  }
  const ALONE = 'mongodb://root:of%20root@one/shop?directConnection=true&tls=true';
  const TOGETHER = 'mongodb://root:of%20root@one,two,three/shop?replicaSet=shop&tls=true';

  it('is created once the members have joined, for two databases only', async () => {
    const members = ['one', 'two', 'three'].map((host, _id) => ({ _id, host }));
    expect(await commandsTo({ replSetGetStatus: 94 })).toEqual([
      [ALONE, { replSetGetStatus: 1 }],
      [ALONE, { replSetInitiate: { _id: 'shop', members } }],
      [TOGETHER, { createUser: 'app', pwd: 'of/app', roles: ROLES }],
    ]);
  });

  it('gets the password and rights of its address when it exists', async () => {
    expect(await commandsTo({ createUser: 51003 })).toEqual([
      [ALONE, { replSetGetStatus: 1 }],
      [TOGETHER, expect.objectContaining({ createUser: 'app' })],
      [TOGETHER, { updateUser: 'app', pwd: 'of/app', roles: ROLES }],
    ]);
  });

  it('is not created when the server refuses for another reason', async () => {
    await expect(commandsTo({ createUser: 13 })).rejects.toThrow('refused');
    await expect(commandsTo({ replSetGetStatus: 13 })).rejects.toThrow('refused');
  });
});
