import { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { boundConnections } from './connections.js';

interface Connection extends EventEmitter {
  remoteAddress: string | undefined;
  isClosed: boolean;
}

function bench(trustedProxies: string[] = [], most = 2) {
  const server = new EventEmitter();
  const failures: object[] = [];
  const logger = { warn: (what: object) => failures.push(what) };
  boundConnections(server as Server, { most, trustedProxies }, logger as never);
  const dial = (remoteAddress: string | undefined): Connection => {
    const socket: Connection = Object.assign(new EventEmitter(), { remoteAddress, isClosed: false });
    Object.assign(socket, { destroy: () => Object.assign(socket, { isClosed: true }) });
    server.emit('connection', socket);
    return socket;
  };
  return { dial, failures, closed: (...from: string[]) => from.map((address) => dial(address).isClosed) };
}

describe('the connections of one network', () => {
  it('are as many as it may have: the next is closed, until one of them is', () => {
    const { dial, failures } = bench();
    const [first, , third] = ['203.0.113.7', '203.0.113.7', '203.0.113.7'].map(dial);
    expect([first?.isClosed, third?.isClosed, dial('203.0.113.8').isClosed]).toEqual([false, true, false]);
    expect(dial('::ffff:203.0.113.7').isClosed).toBe(true);
    first?.emit('close');
    expect(dial('203.0.113.7').isClosed).toBe(false);
    expect(failures).toEqual([{ closed: 1 }]);
  });

  it('are those of a /64', () => {
    expect(bench().closed('2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1')).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it.each([
    ['this machine', [], ['127.0.0.1', '::1', '::ffff:127.0.0.1']],
    ['a trusted proxy', ['198.51.100.4'], ['198.51.100.4', '::ffff:198.51.100.4', '198.51.100.4']],
    ['proxies of a range', ['172.16.0.0/12'], ['172.18.0.2', '172.18.0.2', '172.18.0.2']],
    ['proxies of a range by its mask', ['10.0.0.0/255.0.0.0'], ['10.9.8.7', '10.9.8.7', '10.9.8.7']],
    ['proxies by name', ['uniquelocal'], ['fd00::1', 'fd00::1', 'fd00::1']],
  ])('are not counted of %s', (_, trusted, from) => {
    expect(bench(trusted, 1).closed(...from)).toEqual([false, false, false]);
  });

  it('of no address any more are not counted', () => {
    const { dial } = bench([], 1);
    expect([dial(undefined).isClosed, dial(undefined).isClosed]).toEqual([false, false]);
  });
});
