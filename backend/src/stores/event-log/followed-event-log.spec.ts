import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { eventLogContract } from '@supreme-access/test/contracts/event-log.contract.js';
import { Children } from '@supreme-access/test/fixtures/child-process.js';
import { all, aStream, events, ids } from '@supreme-access/test/fixtures/event-log.js';
import { type OpenedIn, openedIn } from '@supreme-access/test/fixtures/opened-in.js';
import { ThreadPort } from '../thread-port.js';
import { AppendOutcomeUnknown, NO_STREAM } from './event-log.js';
import { followEventLog, serveEventLog } from './followed-event-log.js';
import { openLmdbEventLog } from './lmdb-event-log.js';

function held() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

async function open(directory: string) {
  const { port1, port2 } = new MessageChannel();
  const [ours, theirs] = [new ThreadPort(port1), new ThreadPort(port2)];
  const writer = await openLmdbEventLog(directory);
  serveEventLog(writer, ours);
  const log = await followEventLog(directory, theirs);
  const close = async () => {
    await log.close();
    theirs.close();
    ours.close();
    await writer.close();
  };
  return { log, writer, port: port2, ours, close };
}

eventLogContract('LMDB, through a port', async () => {
  const files = await openedIn(open);
  const reopen = async () => (await files.reopen()).log;
  return { log: files.now.log, reopen, close: files.close };
});

/** A thread that writes the log in a directory; it imports the compiled sources. */
const WRITING = `
  const { workerData } = require('node:worker_threads');
  const { sources, directory, port } = workerData;
  (async () => {
    const [{ ThreadPort }, { openLmdbEventLog }, { serveEventLog }] = await Promise.all(
      ['thread-port', 'event-log/lmdb-event-log', 'event-log/followed-event-log'].map((name) =>
        import(sources + '/stores/' + name + '.js'),
      ),
    );
    const ours = new ThreadPort(port);
    const log = await openLmdbEventLog(directory);
    serveEventLog(log, ours);
    ours.serve('close', () => log.close());
  })();
`;

eventLogContract('LMDB, written by another thread', async () => {
  const children = await Children.compile(['stores', 'stores/event-log', 'stores/vault', 'telemetry']);
  const directory = await mkdtemp(join(children.directory, 'log-'));
  const start = async () => {
    const { port1, port2 } = new MessageChannel();
    const sources = join(children.directory, 'backend/src');
    const worker = new Worker(WRITING, {
      eval: true,
      workerData: { sources, directory, port: port1 },
      transferList: [port1],
    });
    const port = new ThreadPort(port2);
    const log = await followEventLog(directory, port);
    const stop = async () => {
      await log.close();
      await port.call('close');
      port.close();
      await worker.terminate();
    };
    return { log, stop };
  };
  let writing = await start();
  const reopen = async () => {
    await writing.stop();
    writing = await start();
    return writing.log;
  };
  const close = async () => {
    await writing.stop();
    await children.close();
  };
  return { log: writing.log, reopen, close };
});

describe('a log through a port', () => {
  let files: OpenedIn<Awaited<ReturnType<typeof open>>>;
  beforeEach(async () => {
    files = await openedIn(open);
  });
  afterEach(() => files.close());

  it('shows what its writer appends, in one order with what it appends itself', async () => {
    const { log, writer } = files.now;
    const stream = aStream();
    const followed: string[] = [];
    const abort = new AbortController();
    const following = (async () => {
      for await (const batch of log.subscribe({ after: 0, signal: abort.signal })) {
        followed.push(...ids(batch.events));
        if (followed.length === 6) abort.abort();
      }
    })();
    const [first, second, third] = [events(2), events(2), events(2)];
    await writer.append(stream, NO_STREAM, first);
    await log.append(stream, 1, second);
    expect(ids(await all(log.readStream(stream)))).toEqual(ids([...first, ...second]));
    await writer.append(stream, 3, third);
    await following;
    expect(followed).toEqual(ids([...first, ...second, ...third]));
  });

  it('knows at its answer where the log has come to', async () => {
    const { position } = await files.now.log.append(aStream(), NO_STREAM, events(3));
    expect(await files.now.log.head()).toBe(position);
    expect(await files.now.log.at(position)).toMatchObject({ revision: 2 });
  });

  it('sends the appends of one turn as one message', async () => {
    let messages = 0;
    const post = files.now.port.postMessage.bind(files.now.port);
    files.now.port.postMessage = (...sent: [unknown]) => {
      messages += 1;
      post(...sent);
    };
    await Promise.all([1, 2, 3].map(() => files.now.log.append(aStream(), NO_STREAM, events(1))));
    expect(messages).toBe(1);
  });

  it('waits for a slow writer, and shows nothing before', async () => {
    const { log, writer } = files.now;
    const [begun, slow] = [held(), held()];
    const add = writer.add.bind(writer);
    writer.add = async (append) => {
      begun.resolve();
      await slow.promise;
      return add(append);
    };
    const stream = aStream();
    let isAnswered = false;
    const appended = log.append(stream, NO_STREAM, events(1)).finally(() => {
      isAnswered = true;
    });
    await begun.promise;
    expect([isAnswered, await all(log.readStream(stream))]).toEqual([false, []]);
    slow.resolve();
    expect(await appended).toMatchObject({ revision: 0 });
  });

  it('cannot tell what became of an append when the port is cut', async () => {
    const { log, ours } = files.now;
    const appended = log.append(aStream(), NO_STREAM, events(1));
    ours.close();
    await expect(appended).rejects.toThrow(AppendOutcomeUnknown);
    await expect(log.append(aStream(), NO_STREAM, events(1))).rejects.toThrow(AppendOutcomeUnknown);
  });
});
