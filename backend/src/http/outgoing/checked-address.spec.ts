import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { AddressRefused, checkedCalls, checkedUrl, isPublic, publicOnly } from './checked-address.js';
import { ANSWER_LIMIT, callsTo } from './http-calls.js';

const rules = { trusted: ['127.0.0.1:4010', 'shop.internal:80'] };
const reasonOf = (does: () => unknown) => {
  try {
    does();
    return null;
  } catch (error) {
    if (error instanceof AddressRefused) return error.reason;
    throw error;
  }
};

describe('an address that somebody typed', () => {
  it.each([
    ['https://shop.example', null],
    ['https://shop.example:8443/ucp', null],
    ['https://1.1.1.1', null],
    ['https://[2606:4700::1111]', null],
    ['http://127.0.0.1:4010/ucp', null],
    ['http://shop.internal/', null],
    ['shop.example', 'invalid'],
    ['http://shop.example', 'not-https'],
    ['file:///etc/passwd', 'not-https'],
    ['http://127.0.0.1:4011', 'not-https'],
    ['https://ada:secret@shop.example', 'credentials'],
    ['https://127.0.0.1', 'not-public'],
    ['https://127.1', 'not-public'],
    ['https://2130706433', 'not-public'],
    ['https://0x7f.0.0.1', 'not-public'],
    ['https://0177.0.0.1', 'not-public'],
    ['https://０.0.0.0', 'not-public'],
    ['https://169.254.169.254/latest/meta-data', 'not-public'],
    ['https://[::1]', 'not-public'],
    ['https://[::ffff:169.254.169.254]', 'not-public'],
    ['https://[::ffff:a00:1]', 'not-public'],
    ['https://[fe80::1]', 'not-public'],
  ])('%s: %s', (text, reason) => {
    expect(reasonOf(() => checkedUrl(text, rules))).toBe(reason);
  });

  it.each([
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0', '198.18.0.1', '192.0.2.1', '224.0.0.1'],
    ...['240.0.0.1', '255.255.255.255', '::', '::1', '::127.0.0.1', 'fc00::1', 'fec0::1', 'ff02::1', '2001:db8::1'],
    ...['2002:7f00:1::', '64:ff9b::a00:1', '2001:0:1::', '4000::1', 'no address'],
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false);
  });
});

describe('a name', () => {
  const lookUp = (addresses: string[], all: boolean) =>
    promisify(
      publicOnly(async () => addresses) as unknown as (name: string, options: object, done: () => void) => void,
    )('shop.example', { all });

  it('leads to the addresses that were checked, whichever way the connection asks', async () => {
    const found = ['1.1.1.1', '2606:4700::1111'];
    expect(await lookUp(found, true)).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await lookUp(found, false)).toBe('1.1.1.1');
  });
  it('with one bad address among good ones leads nowhere', async () => {
    await expect(lookUp(['1.1.1.1', '::ffff:127.0.0.1'], true)).rejects.toMatchObject({ reason: 'not-public' });
  });
  it('without an address leads nowhere', async () => {
    await expect(lookUp([], true)).rejects.toMatchObject({ reason: 'not-found' });
  });
  it('that turns to a private address later is refused for that connection, and nothing is sent', async () => {
    const server = createServer((_, response) => response.end('secret')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const call = checkedCalls(`https://shop.example:${port}`, { ...rules, resolve: async () => ['127.0.0.1'] });
    const signal = new AbortController().signal;
    await expect(call({ method: 'GET', path: '/', headers: {}, signal })).rejects.toMatchObject({
      reason: 'not-public',
    });
    server.close();
  });
  it('stays the host of the request while the connection goes to its address', async () => {
    const server = createServer((request, response) => response.end(request.headers.host)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const lookups: string[] = [];
    const lookup: ReturnType<typeof publicOnly> = (name, _, done) => {
      lookups.push(name);
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    const call = callsTo(`http://shop.example:${port}`, ANSWER_LIMIT, { lookup });
    const signal = new AbortController().signal;
    const { text } = await call({ method: 'GET', path: '/', headers: {}, signal });
    expect([text, lookups]).toEqual([`shop.example:${port}`, ['shop.example']]);
    server.closeAllConnections();
    server.close();
  });
});
