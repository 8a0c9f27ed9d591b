const UNAVAILABLE = 14;
/** s that a node is given to say which one leads, unless the connection string tells; the client's own 5 are an election */
const GOSSIP = 2;
/** ms after which other nodes are asked beside one that does not answer, and how often */
const [BESIDE, TIMES] = [300, 2];
const PARTS = ['supports', 'createChannel', 'resolveUri', 'handleError'] as const;

/** A gRPC channel of the client: one connection to one node. */
interface Channel {
  getTarget(): string;
}

/** What the client's types keep private; without it a silent server would be waited for without end. */
interface Inside {
  supports(): Promise<boolean>;
  createChannel(): Promise<Channel>;
  resolveUri(): Promise<string>;
  handleError(from: { getChannel(): Channel }, error: Error): Promise<void>;
}

interface Watch {
  /** A node is looked for, within bounds of its own: `settled` says that one was found, or none. */
  connecting(): { settled(isFound: boolean): void };
}

/** The channel of a client of EventStoreDB: who hears of a new one, and how it is closed. Written for version 6.2.1 of the client. */
export class ClientChannel {
  readonly #inside: Inside;
  #channel: Channel | undefined;

  /** @throws Error when it is another client than this was written for */
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
    // The client would send appends through one long call (batchAppend.js). When that call breaks, the appends of any other
    // connection are rejected with it, the answer that one of them still gets throws where nobody can catch it, and a silent
    // server is waited for without end. Asked whether the server can do it, the client hears no, and makes a call with a
    // deadline for each append.
    Object.assign(client, {
      supports: async () => false,
      createChannel: connect,
      resolveUri: () => besideEachOther(resolveUri),
    });
  }

  /**
   * Closes the channel; the next call makes the client look for a node, as after UNAVAILABLE (Client/index.js). Its `dispose` closes none.
   */
  async hangUp({ message }: Error): Promise<void> {
    const channel = this.#channel;
    if (!channel) return;
    this.#channel = undefined;
    const unavailable = Object.assign(new Error(message), { code: UNAVAILABLE, details: message });
    // it waits for whatever node is being looked for, and breaks when none is found: then there is nothing to close
    await this.#inside.handleError({ getChannel: () => channel }, unavailable).catch(() => {});
  }
}

function asserted(client: object): Inside {
  for (const part of PARTS)
    if (typeof Reflect.get(client, part) !== 'function') throw new Error('the client is not the one expected');
  return client as Inside;
}

/**
 * The nodes are asked who leads one after the other, in an order by chance: the one that has just failed was meant to be the last,
 * but the client's comparison never moves it (discovery.js sorts by 1 or 0). One that is silent is passed by asking again.
 */
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

/** The connection string with a limit for gossip, where it tells none. */
export function withGossipTimeout(url: string): string {
  if (/[?&]gossip[_-]?timeout=/i.test(url)) return url;
  const plain = url.trim().replace(/\/+$/, '');
  return `${plain}${plain.includes('?') ? '&' : '?'}gossipTimeout=${GOSSIP}`;
}
