import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { jest } from '@jest/globals';
import { startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import mongoose from 'mongoose';
import { FORMAT } from '../format.js';
import { openMongoReadModels } from '../read-models/mongo-read-models.js';
import { openMongoVault } from '../vault/mongo-vault.js';
import { MongoStore } from './mongo-store.js';

afterAll(() => void jest.restoreAllMocks());

const soon = { connectMs: 2_000 };
/** where there is nobody to be found */
const atOnce = { connectMs: 500 };

function hangsOnce(store: MongoStore): () => Promise<unknown> {
  let tries = 0;
  return () => (tries++ === 0 ? new Promise(() => {}) : store.db.command({ ping: 1 }));
}

/** From now on nothing reaches the server, and nobody is told: so it is where a socket broke just before the driver wrote to it. */
function swallowing(url: string) {
  const { write } = Socket.prototype;
  const port = Number(new URL(url).port);
  const swallowed = new Arrivals<unknown>();
  const spy = jest.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...sent: unknown[]) {
    if (this.remotePort !== port) return Reflect.apply(write, this, sent);
    swallowed.push(sent);
    return false;
  });
  return { swallowed, over: () => spy.mockRestore() };
}

/** Something that listens and is no MongoDB. */
async function listening(say: string | undefined): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => say && socket.end(say));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `mongodb://127.0.0.1:${port}/shop`, server };
}

describe('MONGODB_URL', () => {
  it.each([
    'shop',
    'http://localhost/',
    'mongodb://',
    'mongodb://a:b:secret@@/x',
    'mongodb://host/x?colour=red',
    'mongodb://host:70000/',
  ])('is refused when it is no address: %s', async (url) => {
    const opening = openMongoReadModels(url, soon);
    await expect(opening).rejects.toThrow(/^MONGODB_URL: is not an address of MongoDB/);
    await expect(opening).rejects.not.toThrow('secret');
  });

  it('is refused when nothing listens there', async () => {
    const { url, stop } = await startMongo();
    await stop();
    await expect(openMongoReadModels(url, atOnce)).rejects.toThrow(
      /^MONGODB_URL: no MongoDB answers at 127.0.0.1:\d+: .*ECONNREFUSED/,
    );
  });

  it('is refused when the host is not known', async () => {
    const opening = openMongoReadModels('mongodb://user:secret@nowhere.invalid/shop', atOnce);
    await expect(opening).rejects.toThrow(/^MONGODB_URL: no MongoDB answers at nowhere.invalid:27017/);
    await expect(opening).rejects.not.toThrow('secret');
  });

  it.each([
    [
      'HTTP',
      'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n',
      /what listens at 127.0.0.1:\d+ ends the connection: it is no MongoDB/,
    ],
    ['nothing', undefined, /no MongoDB answers at 127.0.0.1/],
  ])('is refused when what listens there speaks %s', async (_, say, reason) => {
    const { url, server } = await listening(say);
    await expect(openMongoReadModels(url, atOnce)).rejects.toThrow(reason);
    server.close();
  });

  it('is refused when the server does not know the user', async () => {
    const { url, stop } = await startMongo();
    const opening = openMongoReadModels(url.replace('//', '//shop:secret@'), soon);
    await expect(opening).rejects.toThrow('MONGODB_URL: the server refuses this user and password');
    await stop();
  });

  it('is refused when a newer program has written the database; the same program may come again', async () => {
    const { url, stop } = await startMongo();
    for (const _ of [1, 2]) await (await openMongoReadModels(url)).close();
    const connection = await mongoose.createConnection(url).asPromise();
    const setFormat = (format: unknown) =>
      connection.collection('about').updateOne({ _id: 'log-format' as never }, { $set: { format } });
    await setFormat(FORMAT + 1);
    await expect(openMongoReadModels(url)).rejects.toThrow(
      `MONGODB_URL: the database standin has format ${FORMAT + 1}; this program knows formats up to ${FORMAT}. Run a newer one.`,
    );
    await setFormat('x');
    await expect(openMongoReadModels(url)).rejects.toThrow('the database standin is not ours');
    await connection.destroy();
    await stop();
  });

  it('is refused by an older program once a newer one has marked it, and no older one takes the mark back', async () => {
    const { url, stop } = await startMongo();
    const vault = await openMongoVault(url, Buffer.alloc(32, 1));
    await vault.markFormat(FORMAT + 1);
    await vault.markFormat();
    await vault.close();
    await expect(openMongoVault(url, Buffer.alloc(32, 1))).rejects.toThrow(
      `MONGODB_URL: the database standin_vault has format ${FORMAT + 1}; this program`,
    );
    await stop();
  });

  it('is refused when a build before 1.0 has made the database', async () => {
    const { url, stop } = await startMongo();
    const connection = await mongoose.createConnection(url).asPromise();
    await connection.collection('about').insertOne({ _id: 'format' as never, format: 10 });
    for (const _ of [1, 2]) {
      await expect(openMongoReadModels(url)).rejects.toThrow(
        'MONGODB_URL: the database standin was made by a build before 1.0; start with an empty one',
      );
    }
    expect(await connection.collection('about').countDocuments()).toBe(1);
    await connection.destroy();
    await stop();
  });

  it('is asked once more where the server has gone between being found and being greeted', async () => {
    const mongo = await startMongo();
    let met = 0;
    const door = createServer((socket) => {
      met += 1;
      // The first connection looks out for the server, the second is the first that works.
      if (met === 2) return void socket.destroy();
      const inside = connect(Number(new URL(mongo.url).port), '127.0.0.1');
      for (const end of [socket, inside]) end.on('error', () => {});
      socket.pipe(inside).pipe(socket);
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const { port } = door.address() as AddressInfo;

    const store = await MongoStore.connect(`mongodb://127.0.0.1:${port}/shop`, '', soon);

    expect(await store.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    await store.close();
    door.close();
    await mongo.stop();
  });

  it('may leave the database unnamed', async () => {
    const { url, stop } = await startMongo();
    const models = await openMongoReadModels(url.replace('/standin', '/?appName=shop'));
    await models.close();
    const connection = await mongoose.createConnection(url.replace('standin', 'supreme_access')).asPromise();
    expect(await connection.collection('about').countDocuments({})).toBe(1);
    await connection.destroy();
    await stop();
  });
});

describe('a client of MongoDB', () => {
  it('begins anew once, however many calls hung with the one before', async () => {
    const { url, stop } = await startMongo();
    const store = await MongoStore.connect(url, '', { connectMs: 300, answerMs: 100 });
    const opening = jest.spyOn(mongoose, 'createConnection');
    let second: Promise<unknown> = Promise.resolve();
    // Begun while another client connects, it is found to hang once that one is there.
    opening.mockImplementationOnce((...args) => {
      second = store.repeat(hangsOnce(store));
      return mongoose.createConnection(...args);
    });
    await store.repeat(hangsOnce(store));
    await second;
    // the one above asks for its own
    expect(opening).toHaveBeenCalledTimes(2);
    opening.mockRestore();
    await store.close();
    await stop();
  });

  it('ends in time though its driver never comes back from closing', async () => {
    const { url, stop } = await startMongo();
    const store = await MongoStore.connect(url, '', { connectMs: 500, answerMs: 100 });
    const client = store.connection.getClient();
    const close = client.close.bind(client);
    const hanging = jest.spyOn(client, 'close').mockReturnValue(new Promise(() => {}));
    await store.close();
    expect(hanging).toHaveBeenCalled();
    await close();
    await stop();
  });

  it('is left for another where no call is given a connection any more: it does not even close', async () => {
    const { url, stop } = await startMongo();
    const store = await MongoStore.connect(url, '', { connectMs: 300, answerMs: 100 });
    const ping = () => store.db.command({ ping: 1 });
    await store.repeat(ping);
    const { swallowed, over } = swallowing(url);
    // One on the connection that is there, the others on the two that a pool makes at a time.
    for (let call = 0; call < 3; call += 1) ping().catch(() => {});
    await swallowed.until(({ length }) => length >= 3);
    over();
    expect(await store.repeat(ping)).toMatchObject({ ok: 1 });
    await store.close();
    await stop();
  });

  describe('begins anew when a call hangs, for its pool may give no connection to any other', () => {
    const forEver = () => new Promise<never>(() => {});

    it('and asks again', async () => {
      const { url, stop } = await startMongo();
      const store = await MongoStore.connect(url, '', { connectMs: 200, answerMs: 50 });
      const opening = jest.spyOn(mongoose, 'createConnection');
      let calls = 0;
      const answer = await store.repeat(async () => {
        calls += 1;
        return calls === 1 ? forEver() : store.db.command({ ping: 1 });
      });
      expect(answer).toMatchObject({ ok: 1 });
      expect(opening).toHaveBeenCalledTimes(1);
      opening.mockRestore();
      await store.close();
      await stop();
    });

    it('also when the call has hung for longer than its caller has patience', async () => {
      const { url, stop } = await startMongo();
      const store = await MongoStore.connect(url, '', { connectMs: 200, answerMs: 50, patienceMs: 100 });
      const opening = jest.spyOn(mongoose, 'createConnection');
      await expect(store.repeat(forEver)).rejects.toThrow('MongoDB does not answer');
      expect(await store.repeat(() => store.db.command({ ping: 1 }), 5_000)).toMatchObject({ ok: 1 });
      expect(opening).toHaveBeenCalledTimes(1);
      opening.mockRestore();
      await store.close();
      await stop();
    });
  });
});
