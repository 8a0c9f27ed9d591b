const UNAVAILABLE = 14;
/** s; the client's default of 5 is as long as an election */
const GOSSIP = 2;
/** ms between parallel gossip requests, and their number */
const [BESIDE, TIMES] = [300, 2];
const PARTS = ['supports', 'createChannel', 'resolveUri', 'handleError'] as const;

interface Channel {
  getTarget(): string;
}

interface Inside {
  supports(): Promise<boolean>;
  createChannel(): Promise<Channel>;
  resolveUri(): Promise<string>;
  handleError(from: { getChannel(): Channel }, error: Error): Promise<void>;
}

interface Watch {
  connecting(): { settled(isFound: boolean): void };
}

/** Wraps private methods of @eventstore/db-client 6.2.1 to observe and close its channel. */
export class ClientChannel {
  readonly #inside: Inside;
  #channel: Channel | undefined;

  constructor(client: object, watch: Watch) {
    this.#inside = asserted(client);
    const { createChannel, resolveUri } = this.#inside;
    const connect = async () => {
      const connecting = watch.connecting();
      this.#channel = undefined;
      try {
        this.#channel = await createChannel();
      } catch (error) {
        connecting.settled(false);
        throw error;
      }
      connecting.settled(true);
      return this.#channel;
    };
    // A broken batch call (batchAppend.js) rejects the appends of other connections, may throw uncaught errors and has
    // no deadline. Without the feature the client makes one call with a deadline per append.
    Object.assign(client, {
      supports: async () => false,
      createChannel: connect,
      resolveUri: () => besideEachOther(resolveUri),
    });
  }

  /** Closes the channel as UNAVAILABLE does (Client/index.js); the client's `dispose` leaves it open. */
  async hangUp({ message }: Error): Promise<void> {
    const channel = this.#channel;
    if (!channel) return;
    this.#channel = undefined;
    const unavailable = Object.assign(new Error(message), { code: UNAVAILABLE, details: message });
    await this.#inside.handleError({ getChannel: () => channel }, unavailable).catch(() => {});
  }
}

function asserted(client: object): Inside {
  for (const part of PARTS)
    if (typeof Reflect.get(client, part) !== 'function') throw new Error('the client is not the one expected');
  return client as Inside;
}

/** Requests run in parallel: discovery.js asks nodes in sequence and never moves a failed node to the end. */
function besideEachOther(resolveUri: Inside['resolveUri']): Promise<string> {
  return new Promise((resolve, reject) => {
    let times = 0;
    const ask = () => {
      if (times === TIMES) clearInterval(timer);
      times += 1;
      resolveUri()
        .then(resolve, reject)
        .finally(() => clearInterval(timer));
    };
    const timer = setInterval(ask, BESIDE);
    ask();
  });
}

export function withGossipTimeout(url: string): string {
  if (/[?&]gossip[_-]?timeout=/i.test(url)) return url;
  const plain = url.trim().replace(/\/+$/, '');
  return `${plain}${plain.includes('?') ? '&' : '?'}gossipTimeout=${GOSSIP}`;
}
