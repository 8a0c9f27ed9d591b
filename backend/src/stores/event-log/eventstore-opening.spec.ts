import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { events } from '@supreme-access/test/fixtures/event-log.js';
import { NO_STREAM } from './event-log.js';
import { openEventStoreLog } from './eventstore-opening.js';

/** What the start says about a connection string. */
async function refusalOf(url: string, openTimeout = 300): Promise<string> {
  const outcome = await openEventStoreLog(url, { openTimeout }).catch((error: unknown) => error);
  if (!(outcome instanceof Error)) throw new Error('it opened');
  return outcome.message;
}

describe('EVENTSTORE_URL', () => {
  it.each([
    ['http://127.0.0.1:2113', 'must be esdb://'],
    ['kurrentdb://127.0.0.1:2113', 'must be esdb://'],
    ['127.0.0.1:2113', 'must be esdb://'],
    ['esdb://', 'must be esdb://'],
    ['esdb://user:se@cret@127.0.0.1:2113', 'must be esdb://'],
    ['esdb://user:se?cret@127.0.0.1:2113', 'must be esdb://'],
    ['esdb://127.0.0.1:banana?tls=false', 'names no host and port where it says "127.0.0.1:banana"'],
    ['esdb://127.0.0.1:99999?tls=false', 'names no host and port'],
    ['esdb://127.0.0.1:2113?tls=maybe', 'must say tls=true or tls=false'],
    ['esdb://127.0.0.1:2113?tls=false&tlsVerifyCert=false', 'has an option "tlsVerifyCert=false" that is not'],
    ['esdb://127.0.0.1:2113?tls=false&throwOnAppendFailure=false', 'has an option "throwOnAppendFailure=false"'],
    ['esdb://127.0.0.1:2113?tls=false&retries=9', 'has an option "retries=9" that is not supported'],
    ['esdb://127.0.0.1:2113?tls=false&keepAliveInterval', 'has an option keepAliveInterval without a value'],
    ['esdb://127.0.0.1:2113?tls=false&keepAliveInterval=often', 'cannot be used'],
    ['esdb://localhost:2113?tlsCAFile=/nowhere/ca.crt', 'cannot be used: Failed to load certificate file'],
    ['esdb://localhost:2113?tlsCAFile=/a%zz', 'has a tlsCAFile whose % does not begin a percent-encoded character'],
    ['esdb://127.0.0.1:2113', 'gives the address 127.0.0.1 with TLS, which needs a name'],
    ['esdb://a.example:2113,10.0.0.7:2113?tls=true', 'gives the address 10.0.0.7 with TLS, which needs a name'],
    ['esdb://a.example:2113,b.example:banana?tls=false', 'names no host and port where it says "b.example:banana"'],
    ['esdb://admin:changeit@127.0.0.1:2113?tls=false', 'gives a user with tls=false'],
  ])('%s is refused before anything is sent', async (url, reason) => {
    const text = await refusalOf(url);
    expect(text).toMatch(/^EVENTSTORE_URL /);
    expect(text).toContain(reason);
    expect(text).not.toMatch(/changeit|cret/);
  });

  it('of a server that is not there is refused', async () => {
    const server = await startEventStore();
    const { url } = server;
    await server.stop();
    expect(await refusalOf(url)).toMatch(
      /^EVENTSTORE_URL names 127.0.0.1:\d+, which cannot be reached \(ECONNREFUSED\)/,
    );
    expect(await refusalOf(url.replace('esdb:', 'esdb+discover:'))).toContain('which cannot be reached (ECONNREFUSED)');
    const { host } = new URL(url.replace('esdb:', 'http:'));
    expect(await refusalOf(`esdb+discover://${host},no-such-host.invalid:2113?tls=false`)).toMatch(
      new RegExp(
        `names ${host}, which .*\\(ECONNREFUSED\\) and no-such-host.invalid:2113, which cannot be reached \\(E`,
      ),
    );
    expect(await refusalOf('esdb://no-such-host.invalid:2113?tls=false')).toMatch(
      /cannot be reached \((ENOTFOUND|EAI_AGAIN)/,
    );
  });

  it.each([
    ['a web server', () => createServer((_, response) => response.end('hello'))],
    ['an HTTP/2 server', () => createHttp2((_, response) => response.end('hello'))],
    ['a server that says nothing', () => createTcp()],
    ['a server that hangs up', () => createTcp((socket) => socket.end('220 mail\r\n'))],
  ])('of %s is refused', async (_, make) => {
    const server = make() as Server;
    const sockets: Socket[] = [];
    server.on('connection', (socket) => sockets.push(socket.on('error', () => {})));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await refusalOf(`esdb://${host}?tls=false`)).toContain(`names ${host}, which`);
    expect(await refusalOf(`esdb://${host.replace('127.0.0.1', 'localhost')}?tls=true`)).toContain(
      'not as EventStoreDB over TLS',
    );
    server.close();
    for (const socket of sockets) socket.destroy();
  });

  it('of a server that leaves the first calls without an answer is opened', async () => {
    const server = await startEventStore();
    server.faults.next('hang', 2);
    const log = await openEventStoreLog(server.url, { silence: 100 });
    expect(await log.head()).toBe(0);
    expect(server.faults.counts.hang).toBe(2);
    await log.close();
    await server.stop();
  });

  it.each([
    ['23.10.8', 'is EventStoreDB 23.10.8: 24.10 is the oldest that is supported'],
    ['5.0.11', 'is EventStoreDB 5.0.11'],
  ])('of a server of version %s is refused', async (version, reason) => {
    const server = await startEventStore({ version });
    expect(await refusalOf(server.url, 5_000)).toContain(reason);
    await server.stop();
  });

  it.each(['24.10.14', '26.0.2.3'])('of a server of version %s is opened', async (version) => {
    const server = await startEventStore({ version });
    const log = await openEventStoreLog(server.url);
    expect(await log.head()).toBe(0);
    await log.close();
    await server.stop();
  });

  describe('of a server that asks who one is', () => {
    let server: EventStoreEmulator;
    let directory: string;
    const as = (user: string) => server.url.replace('esdb://', `esdb://${user}`);
    beforeAll(async () => {
      server = await startEventStore({ users: { admin: 'p%ss w/rd', app: 'p' } });
      directory = await mkdtemp(join(tmpdir(), 'authority-'));
    });
    afterAll(async () => {
      await server.stop();
      await rm(directory, { recursive: true });
    });

    it('sends name and password over TLS', async () => {
      const log = await openEventStoreLog(as(`admin:${encodeURIComponent('p%ss w/rd')}@`));
      expect(await log.append('thing-1', NO_STREAM, events(1))).toMatchObject({ revision: 0 });
      await log.close();
    });

    it.each(['admin:wrong@', 'nobody:p@', ''])('is refused with "%s"', async (user) => {
      const text = await refusalOf(as(user), 2_000);
      expect(text).toMatch(/^EVENTSTORE_URL names localhost:\d+, which refuses: .*denies access/);
      expect(text).not.toContain('wrong');
    });

    it('is refused as a user who may read and write, but not see whether a stream was cut', async () => {
      const [reads, lists] = [{ $r: 'app' }, { $userStreamAcl: { $r: 'app', $w: 'app', $mr: '$admins' } }];
      server.store.addSystemEvent('$$$all', '$metadata', 1, JSON.stringify({ $acl: reads }));
      server.store.addSystemEvent('$settings', 'update-default-acl', 2, JSON.stringify(lists));
      expect(await refusalOf(as('app:p@'), 2_000)).toMatch(/which refuses: the event store denies access/);
    });

    it('is refused without TLS, and with a certificate nobody vouches for', async () => {
      const [plain] = server.url.split('?');
      expect(await refusalOf(`${plain}?tls=false`)).toContain('not as EventStoreDB without TLS');
      // at once: the time it has to open is far longer than a spec may take
      const unknown = await refusalOf(`${plain}?tls=true`, 600_000);
      expect(unknown).toMatch(/names localhost:\d+ \(.*SELF_SIGNED.*\), whose certificate is not .*: say tlsCAFile$/);
      const another = join(directory, 'ca.crt');
      await writeFile(another, String(rootCertificates[0]));
      const other = await refusalOf(`${plain}?tls=true&tlsCAFile=${encodeURIComponent(another)}`, 600_000);
      expect(other).toMatch(/whose certificate is not vouched for by an authority that tlsCAFile names/);
    });
  });
});
