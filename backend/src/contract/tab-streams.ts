import { BROKEN, type LiveEvent, MISSED, type OnLiveEvent, parseTopic, TOPICS_MAX } from './live-topics.js';

/** The server refuses a topic: `{topic, code}`. */
export const REFUSED = 'refused';

export type TabMessage =
  | { kind: 'hello' | 'wants'; tab: string; topics: readonly string[] }
  | { kind: 'connected'; topics: readonly string[]; to?: string; before?: readonly LiveEvent[] }
  | { kind: 'broken' }
  | { kind: 'told'; told: LiveEvent };

export interface Tabs {
  /** @throws if the browser has no channels */
  join(name: string, hear: (message: TabMessage) => void): { post(message: TabMessage): void; close(): void };
  /** Calls `onElected` once this tab leads; returns how to step down. */
  elect(name: string, onElected: () => void): () => void;
}

/** Sends MISSED on each connection and BROKEN on each disconnection; ends only if the server refuses. */
export type OpenStream = (topics: readonly string[], signal: AbortSignal, hear: OnLiveEvent) => Promise<void>;

export const ALONE: Tabs = {
  join: () => ({ post: () => {}, close: () => {} }),
  elect: (_, onElected) => {
    onElected();
    return () => {};
  },
};

/** One elected tab holds the stream: browsers allow six connections to a host over HTTP/1.1, for all tabs together. */
export class TabStreams {
  private readonly own = new Map<string, Set<OnLiveEvent>>();
  private readonly others = new Map<string, readonly string[]>();
  private connected: ReadonlySet<string> = new Set();
  private readonly before = new Map<string, LiveEvent>();
  private stream: { topics: ReadonlySet<string>; stop: AbortController } | null = null;
  private wire: ReturnType<Tabs['join']> | null = null;
  private stepBack: (() => void) | null = null;
  private name = '';
  private isElected = false;
  private isHidden = false;
  private isChanged = false;

  constructor(
    private readonly open: OpenStream,
    private readonly tab: string,
    private tabs: Tabs = ALONE,
  ) {}

  enter(name: string, tabs: Tabs = this.tabs): void {
    this.leave();
    this.name = name;
    this.tabs = tabs;
    try {
      this.wire = tabs.join(name, (message) => this.hear(message));
    } catch {
      this.tabs = ALONE;
    }
    this.wire?.post({ kind: 'hello', tab: this.tab, topics: [...this.own.keys()] });
    this.joinElection();
  }

  leave(): void {
    this.wire?.post({ kind: 'wants', tab: this.tab, topics: [] });
    this.step();
    this.wire?.close();
    this.wire = null;
    this.others.clear();
    this.apply({ kind: 'broken' });
  }

  setHidden(isHidden: boolean): void {
    if (this.isHidden === isHidden) return;
    this.isHidden = isHidden;
    if (isHidden) this.step();
    else this.joinElection();
  }

  follow(topic: string, hear: OnLiveEvent): () => void {
    const hearers = this.own.get(topic) ?? new Set();
    this.own.set(topic, hearers.add(hear));
    if (this.connected.has(topic)) {
      hear({ event: MISSED, data: null });
      for (const event of this.before.values()) if (concerns(topic, event.event, event.data)) hear(event);
    }
    this.change();
    return () => {
      hearers.delete(hear);
      if (hearers.size === 0 && this.own.get(topic) === hearers) this.own.delete(topic);
      this.change();
    };
  }

  private change(): void {
    if (this.isChanged) return;
    this.isChanged = true;
    void Promise.resolve().then(() => {
      this.isChanged = false;
      this.wire?.post({ kind: 'wants', tab: this.tab, topics: [...this.own.keys()] });
      this.supply();
    });
  }

  private joinElection(): void {
    if (this.isHidden || this.stepBack || this.name === '') return;
    let isOver = false;
    const end = this.tabs.elect(this.name, () => {
      if (isOver) return;
      this.isElected = true;
      // The previous leader may have ended without a message.
      if (this.connected.size > 0) this.spread({ kind: 'broken' });
      this.supply();
    });
    this.stepBack = () => {
      isOver = true;
      end();
    };
  }

  private step(): void {
    this.stepBack?.();
    this.stepBack = null;
    this.isElected = false;
    this.supply();
  }

  private supply(): void {
    const wanted = [...new Set([...this.own.keys(), ...[...this.others.values()].flat()])].slice(0, TOPICS_MAX);
    if (!this.isElected || wanted.length === 0) {
      this.close();
      return;
    }
    if (wanted.every((topic) => this.stream?.topics.has(topic))) return;
    this.stream?.stop.abort();
    const stop = new AbortController();
    this.stream = { topics: new Set(wanted), stop };
    void this.open(wanted, stop.signal, (event) => {
      if (stop.signal.aborted) return;
      if (event.event === MISSED) this.spread({ kind: 'connected', topics: wanted });
      else this.spread(event.event === BROKEN ? { kind: 'broken' } : { kind: 'told', told: event });
    });
  }

  private close(): void {
    if (!this.stream) return;
    this.stream.stop.abort();
    this.stream = null;
    this.spread({ kind: 'broken' });
  }

  private spread(message: TabMessage): void {
    this.wire?.post(message);
    this.apply(message);
  }

  private hear(message: TabMessage): void {
    if (message.kind !== 'hello' && message.kind !== 'wants') {
      if (this.isElected && message.kind === 'connected' && !message.to) this.yieldTo();
      if (!this.isElected) this.apply(message);
      return;
    }
    const { kind, tab, topics } = message;
    this.others.set(tab, topics);
    if (topics.length === 0) this.others.delete(tab);
    if (kind === 'hello') this.greet(tab);
    if (this.isElected) this.supply();
  }

  /** Two tabs hold a stream: an election failed, or a page that was about to close stayed open. */
  private yieldTo(): void {
    this.stream?.stop.abort();
    this.stream = null;
    this.step();
    this.joinElection();
  }

  private greet(to: string): void {
    this.wire?.post({ kind: 'wants', tab: this.tab, topics: [...this.own.keys()] });
    if (!this.isElected || this.connected.size === 0) return;
    this.wire?.post({ kind: 'connected', to, topics: [...this.connected], before: [...this.before.values()] });
  }

  private apply(message: TabMessage): void {
    if (message.kind === 'told') this.tell(message.told);
    if (message.kind === 'broken') this.rest(new Set());
    if (message.kind !== 'connected' || (message.to ?? this.tab) !== this.tab) return;
    this.rest(new Set(message.topics));
    for (const topic of message.topics) this.say(topic, { event: MISSED, data: null });
    for (const event of message.before ?? []) this.tell(event);
  }

  private rest(connected: ReadonlySet<string>): void {
    const earlier = this.connected;
    this.connected = connected;
    this.before.clear();
    for (const topic of earlier) if (!connected.has(topic)) this.say(topic, { event: BROKEN, data: null });
  }

  private tell(liveEvent: LiveEvent): void {
    const { event, data } = liveEvent;
    if (event === REFUSED) {
      this.refuse(data);
      return;
    }
    const key = keyOf(liveEvent);
    if (key !== null) {
      this.before.delete(key);
      this.before.set(key, liveEvent);
    }
    for (const topic of this.own.keys()) if (concerns(topic, event, data)) this.say(topic, liveEvent);
  }

  private refuse(data: unknown): void {
    const topic = typeof data === 'object' && data !== null && 'topic' in data ? String(data.topic) : '';
    if (!this.connected.has(topic)) return;
    this.connected = new Set([...this.connected].filter((one) => one !== topic));
    this.say(topic, { event: BROKEN, data: null });
  }

  private say(topic: string, event: LiveEvent): void {
    for (const hear of [...(this.own.get(topic) ?? [])]) hear(event);
  }
}

function keyOf({ event, data }: LiveEvent): string | null {
  if (event === 'releases') return event;
  const productId = typeof data === 'object' && data !== null && 'productId' in data ? data.productId : undefined;
  return typeof productId === 'string' ? `${event} ${productId}` : null;
}

function concerns(topic: string, event: string, data: unknown): boolean {
  const parsed = parseTopic(topic);
  if (event === 'order') return parsed?.kind === 'orders' || parsed?.kind === 'link';
  if (event === 'releases') return parsed?.kind === 'releases';
  if (event === 'products' || parsed?.kind === 'shop') return parsed?.kind === 'shop' && event !== REFUSED;
  const productId = typeof data === 'object' && data !== null && 'productId' in data ? data.productId : undefined;
  return parsed?.kind === 'product' && parsed.productId === productId;
}
