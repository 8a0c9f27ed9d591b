import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';

export interface Sent {
  path: string;
  body: Record<string, unknown>;
}

export class Collector {
  readonly sent = new Arrivals<Sent>();
  status = 204;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        collector.sent.push({ path: request.url ?? '', body: JSON.parse(text) });
        response.writeHead(collector.status).end();
      });
    });
    const collector = new Collector(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }
  get settings(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo;
    return { ANALYTICS_URL: `http://127.0.0.1:${port}?measurement_id=G-SPECS1&api_secret=a+secret` };
  }
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
