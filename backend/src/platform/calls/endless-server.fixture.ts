import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const POURED = Buffer.alloc(64 * 1024, 'x');
/** ms between two bytes of who trickles */
const DRIP = 5;

/** A server whose answers have no end: poured as fast as they are taken, or a byte at a time. */
export class EndlessServer {
  /** bytes that went out */
  sent = 0;
  private readonly drips = new Set<NodeJS.Timeout>();

  private constructor(private readonly server: Server) {}

  static async start(kind: 'pours' | 'trickles'): Promise<EndlessServer> {
    const server = createServer((request, response) => started.answer(kind, request, response)).listen(0, '127.0.0.1');
    const started = new EndlessServer(server);
    await once(server, 'listening');
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    for (const drip of this.drips) clearInterval(drip);
    this.server.closeAllConnections();
    this.server.close();
  }

  private answer(kind: 'pours' | 'trickles', request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    if (kind === 'trickles') {
      const drip = setInterval(() => response.write(' '), DRIP);
      this.drips.add(drip);
      response.once('close', () => clearInterval(drip));
      return;
    }
    const pour = () => {
      if (response.destroyed) return;
      this.sent += POURED.length;
      if (response.write(POURED)) setImmediate(pour);
      else response.once('drain', pour);
    };
    pour();
  }
}
