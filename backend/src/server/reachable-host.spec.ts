import { reachableHost } from './http-server.js';

describe('where a server is reached from its own machine', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
    ['::1', '[::1]'],
    ['fd00::7', '[fd00::7]'],
    ['shop.example.org', 'shop.example.org'],
  ])('that listens on %s is %s, which a URL can hold', (host, reached) => {
    expect(reachableHost(host)).toBe(reached);
    expect(new URL(`http://${reached}:3000/`).host).toBe(`${reached}:3000`);
  });
});
