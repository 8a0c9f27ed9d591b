import { createServer } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { type EventStoreStandIn, startEventStore } from '@supreme-access/test/standins/eventstore/server.js';
import { events } from './event-log.fixture.js';
import { NO_STREAM } from './event-log.js';
import { openEventStoreLog } from './eventstore-event-log.js';

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
    ['esdb://127.0.0.1:2113?tlsCAFile=/nowhere/ca.crt', 'cannot be used: Failed to load certificate file'],
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
    expect(await refusalOf(`esdb://${host}?tls=true`)).toContain('not as EventStoreDB over TLS');
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

  describe('of a server that asks who one is', () => {
    let server: EventStoreStandIn;
    const as = (user: string) => server.url.replace('esdb://', `esdb://${user}`);
    beforeAll(async () => {
      server = await startEventStore({ users: { app: 'p%ss w/rd' } });
    });
    afterAll(() => server.stop());

    it('sends name and password over TLS', async () => {
      const log = await openEventStoreLog(as(`app:${encodeURIComponent('p%ss w/rd')}@`));
      expect(await log.append('thing-1', NO_STREAM, events(1))).toMatchObject({ revision: 0 });
      await log.close();
    });

    it.each(['app:wrong@', 'nobody:p@', ''])('is refused with "%s"', async (user) => {
      const text = await refusalOf(as(user), 2_000);
      expect(text).toMatch(/^EVENTSTORE_URL names localhost:\d+, which refuses: .*denies access/);
      expect(text).not.toContain('wrong');
    });

    it('is refused without TLS, and with a certificate nobody vouches for', async () => {
      const [plain] = server.url.split('?');
      expect(await refusalOf(`${plain}?tls=false`)).toContain('not as EventStoreDB without TLS');
      expect(await refusalOf(`${plain}?tls=true`, 2_000)).toMatch(/not as EventStoreDB over TLS .*self.signed/);
    });
  });
});
