import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** What the first request to complete a session meets, in turn. */
const FATES = ['passes', 'lost-after', 'canceled', 'passes', 'lost-before', 'canceled', 'passes', 'canceled'] as const;
type Fate = (typeof FATES)[number];
/** ms from a request to complete to the cancellation that overtakes it, in turn */
const CANCELED_AFTER = [0, 200, 600];
const COMPLETE = /\/(?:checkout-sessions|checkout_sessions)\/([^/]+)\/complete$/;

interface Call {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Stands before a shop, loses answers about purchases and cancels sessions while they are bought. */
export class LossyProxy {
  /** first requests to complete, by what they met */
  readonly met: Record<Fate, string[]> = { passes: [], 'lost-before': [], 'lost-after': [], canceled: [] };
  /** sessions whose cancellation was answered with success */
  readonly canceled: string[] = [];
  /** `status code` of each answer above 399, with how often it came */
  readonly refusals = new Map<string, number>();
  private readonly server = createServer((incoming, outgoing) => {
    this.serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  private target = '';

  static async start(): Promise<LossyProxy> {
    const proxy = new LossyProxy();
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** such as 127.0.0.1:4711 */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get completed(): number {
    return Object.values(this.met).flat().length;
  }

  leadTo(url: string): void {
    this.target = url;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const call: Call = { method, path, headers, body: await buffer(incoming) };
    const [, session] = COMPLETE.exec(path) ?? [];
    const fate = session === undefined ? 'passes' : this.fateOf(session);
    if (fate === 'lost-before') return void outgoing.destroy();
    // Its answer may come later than the purchase's.
    if (fate === 'canceled') this.cancel(call, session).catch(() => undefined);
    const answer = await this.forward(call);
    if (fate === 'lost-after') return void outgoing.destroy();
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  }

  private fateOf(session: string): Fate {
    const isRepeated = Object.values(this.met).some((sessions) => sessions.includes(session));
    const fate = FATES[this.completed % FATES.length];
    if (isRepeated || !fate) return 'passes';
    this.met[fate].push(session);
    return fate;
  }

  private async cancel({ path, headers }: Call, session = ''): Promise<void> {
    await pause(CANCELED_AFTER[this.met.canceled.length % CANCELED_AFTER.length]);
    const body = Buffer.from('{}');
    const own = { 'idempotency-key': `cancel-${session}`, 'content-length': String(body.length) };
    const { status } = await this.forward({
      method: 'POST',
      path: path.replace(/complete$/, 'cancel'),
      headers: { ...headers, ...own },
      body,
    });
    if (status === 200) this.canceled.push(session);
  }

  private async forward(call: Call): Promise<Answer> {
    const { method, path, headers, body } = call;
    const sent = request(this.target + path, { method, headers });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { 'transfer-encoding': _, connection: __, ...kept } = response.headers;
    const answer = { status: response.statusCode ?? 502, headers: kept, body: await buffer(response) };
    if (answer.status >= 400) this.count(call, answer);
    return answer;
  }

  private count({ method, path }: Call, { status, body }: Answer): void {
    const excerpt = body.toString().slice(0, 300);
    const [, text = excerpt] = /"(?:content|message)":"((?:[^"\\]|\\.)*)/.exec(excerpt) ?? [];
    const name = `${method} ${path}: ${status} ${text}`
      .replace(/\b([a-z]+_)[0-9A-Z]{26}\b/g, '$1*')
      .replace(/\S+@\S+/, '*');
    this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
  }
}
