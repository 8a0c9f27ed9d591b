import { isForUs, isFromUs } from './own-host.js';

const TLS = { certificate: 'cert.pem', key: 'key.pem' };

describe("a request for the first minute's server", () => {
  it.each([
    ['127.0.0.1', null, 3000, 'http://127.0.0.1:3000'],
    ['127.0.0.1', null, 3000, 'http://localhost:3000'],
    ['::1', null, 3000, 'http://[::1]:3000'],
    ['127.0.0.2', null, 3000, 'http://127.0.0.2:3000'],
    ['127.0.0.1', null, 80, 'http://127.0.0.1'],
    ['127.0.0.1', TLS, 3000, 'https://127.0.0.1:3000'],
    ['127.0.0.1', TLS, 443, 'https://localhost'],
  ] as const)('at %s, %j and port %d is ours from %s', (host, tls, localPort, origin) => {
    const request = { headers: { host: new URL(origin).host, origin }, socket: { localPort } };
    expect([isForUs(request, { host, tls }), isFromUs(request, { host, tls })]).toEqual([true, true]);
  });

  it.each([
    ['another port', 'http://127.0.0.1:3001', 'http://127.0.0.1:3001'],
    ['another name', 'http://rebound.example:3000', 'http://rebound.example:3000'],
    ['an address of this machine where it does not listen', 'http://127.0.0.2:3000', 'http://127.0.0.2:3000'],
    ['another scheme', 'http://localhost:3000', 'https://localhost:3000'],
    ['another origin', 'http://localhost:3000', 'http://127.0.0.1:3000'],
  ])('is not from us with %s', (_, url, origin) => {
    const request = { headers: { host: new URL(url).host, origin }, socket: { localPort: 3000 } };
    expect(isFromUs(request, { host: '127.0.0.1', tls: null })).toBe(false);
  });
});
