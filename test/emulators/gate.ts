import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Way {
  from: Socket;
  to?: Socket;
}

/**
 * A proxy before a server, whose connections can go silent: they stay open and new ones are accepted, as the kernel does for a stopped
 * process, but no data arrives.
 */
export class Gate {
  readonly #server = createServer({ pauseOnConnect: true, noDelay: true }, (from) => this.#accept(from));
  readonly #ways = new Set<Way>();
  readonly #silent = new Set<Way>();
  #isShut = false;
  accepted = 0;

  constructor(private readonly portBehind: () => number) {}

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Holds all data from now on, new connections included. */
  shut(): void {
    this.#isShut = true;
    this.losePresent();
  }

  /** Silences present connections; new ones pass. */
  losePresent(): void {
    for (const way of this.#ways) this.#silence(way);
  }

  /** Delivers the held data. */
  goOn(): void {
    this.#isShut = false;
    for (const way of this.#silent) this.#join(way);
    this.#silent.clear();
  }

  async close(): Promise<void> {
    for (const { from, to } of this.#ways) {
      from.destroy();
      to?.destroy();
    }
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(from: Socket): void {
    this.accepted += 1;
    const way: Way = { from };
    this.#ways.add(way);
    from.on('error', () => {});
    from.once('close', () => {
      this.#ways.delete(way);
      this.#silent.delete(way);
      way.to?.destroy();
    });
    if (this.#isShut) this.#silent.add(way);
    else this.#join(way);
  }

  #join(way: Way): void {
    const { from } = way;
    way.to ??= connect({ port: this.portBehind(), host: '127.0.0.1', noDelay: true })
      .on('error', () => {})
      .once('close', () => from.destroy());
    from.pipe(way.to).pipe(from);
  }

  #silence(way: Way): void {
    this.#silent.add(way);
    for (const side of [way.from, way.to]) side?.unpipe().pause();
  }
}
