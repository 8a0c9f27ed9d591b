import { Agent, get, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { STREAMS } from '../../backend/src/http/sse.js';
import { OrderServer } from '../fixtures/order-server.js';

/** ms between two bytes of a slow client, and until it hangs up by itself */
const [DRIP, PATIENCE] = [50, 60_000];

describe('a flooded server', () => {
  let app: OrderServer;
  beforeAll(async () => {
    app = await OrderServer.start();
  });
  afterAll(() => app?.stop());

  describe('by many who send a byte at a time', () => {
    const http = () => app.server.app.getHttpServer() as Server;
    const before = { headersTimeout: 0, requestTimeout: 0 };
    beforeEach(() => {
      const { headersTimeout, requestTimeout } = http();
      Object.assign(before, { headersTimeout, requestTimeout });
      Object.assign(http(), { headersTimeout: 400, requestTimeout: 800 });
    });
    afterEach(() => Object.assign(http(), before));

    /** Keeps sending; returns the answer up to the disconnection. */
    async function drip(head: string): Promise<string> {
      const socket: Socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(head);
      const dripping = setInterval(() => socket.writable && socket.write('a'), DRIP);
      const giveUp = setTimeout(() => socket.destroy(), PATIENCE);
      const came = await text(socket).catch(() => 'not cut off');
      clearInterval(dripping);
      clearTimeout(giveUp);
      return came;
    }

    it.each([
      ['of their headers', 'GET /api/time HTTP/1.1\r\nHost: x\r\nX-Slow: '],
      [
        'of their body',
        'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n"',
      ],
    ])('%s disconnects each of them, and serves others in the meantime', async (_, head) => {
      let areCut = false;
      const slow = Promise.all(Array.from({ length: 60 }, () => drip(head))).finally(() => {
        areCut = true;
      });
      const statuses: number[] = [];
      while (!areCut && statuses.length < 50) statuses.push((await app.get('/api/products', null)).status);
      const answers = await slow;
      expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 408 '))).toEqual([]);
      expect(statuses.length).toBeGreaterThan(5);
      expect(new Set(statuses)).toEqual(new Set([200]));
    });
  });

  describe('by one address that opens streams', () => {
    const CAP = 100;
    const { network } = STREAMS;
    const opened: { destroy(): void }[] = [];
    beforeAll(() => {
      STREAMS.network = CAP;
    });
    afterAll(() => {
      for (const stream of opened) stream.destroy();
      STREAMS.network = network;
    });

    it('refuses streams above its limit repeatedly, and keeps the open ones', async () => {
      const path = `/api/products/${await app.drop()}/stream`;
      const agent = new Agent({ keepAlive: true, maxSockets: 2 * CAP });
      const ask = () =>
        new Promise<string>((resolve, reject) => {
          const request = get(app.url + path, { agent }, (answer) => {
            const { statusCode, headers } = answer;
            if (statusCode === 200) opened.push(request);
            answer.resume();
            const result = `${statusCode} ${headers['retry-after'] ?? ''}`.trim();
            if (statusCode === 200) resolve(result);
            else answer.once('end', () => resolve(result));
          });
          request.on('error', reject);
        });
      const askMany = async (times: number) => {
        const results = await Promise.all(Array.from({ length: times }, ask));
        return Object.fromEntries(
          [...new Set(results)].map((one) => [one, results.filter((other) => other === one).length]),
        );
      };
      expect(await askMany(2 * CAP)).toEqual({ 200: CAP, '429 30': CAP });
      expect(await askMany(3 * CAP)).toEqual({ '429 30': 3 * CAP });
      opened.pop()?.destroy();
      // The server notices a moment later.
      while ((await ask()) !== '200') await nextTurn();
      expect(await askMany(CAP)).toEqual({ '429 30': CAP });
      agent.destroy();
    });
  });
});
