import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { jest } from '@jest/globals';
import { freePort } from './free-port.js';

describe('a free port', () => {
  afterEach(() => jest.restoreAllMocks());
  const draw = (port: number) => jest.spyOn(Math, 'random').mockReturnValueOnce((port - 10_000 + 0.5) / 22_000);

  it('is given out once, although nothing listens on it yet', async () => {
    const given = await freePort();
    draw(given);
    expect(await freePort()).not.toBe(given);
  });

  it('is not in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    draw(port);
    expect(await freePort()).not.toBe(port);
    server.close();
  });
});
