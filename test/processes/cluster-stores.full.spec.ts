import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openEventStoreLog } from '../../backend/src/stores/event-log/eventstore-opening.js';
import { type EventStoreEmulator, startEventStore } from '../emulators/eventstore/server.js';
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
    const admins = { $d: '$admins', $mr: '$admins', $mw: '$admins' };
    expect(last('$settings')).toEqual([
      {
        $userStreamAcl: { $r: ['app', '$admins'], $w: ['app', '$admins'], ...admins },
        $systemStreamAcl: { $r: '$admins', $w: '$admins', ...admins },
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

  it('finds an empty log', async () => {
    const log = await openEventStoreLog(server.url.replace('esdb://', 'esdb://app:of%2Fapp@'));
    expect(await log.head()).toBe(0);
    await log.close();
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
