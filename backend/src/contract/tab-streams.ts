import { BROKEN, type Hear, MISSED, parseTopic, TOPICS_MAX, type Told } from './live-topics.js';

/** the server's event about a topic that it does not tell of: `{topic, code}` */
export const REFUSED = 'refused';

/** What the tabs of one browser say to each other. */
export type TabMessage =
  | { kind: 'hello' | 'wants'; tab: string; topics: readonly string[] }
  /** the stream stands; `to`: said to a tab that has just come, with what was told before it came */
  | { kind: 'stands'; topics: readonly string[]; to?: string; before?: readonly Told[] }
  | { kind: 'broken' }
  | { kind: 'told'; told: Told };

/** The tabs of one browser, as far as they share a name. */
export interface Tabs {
  /** Hears what others post. @throws where a browser allows no channels */
  join(name: string, hear: (message: TabMessage) => void): { post(message: TabMessage): void; close(): void };
  /** Calls `onElected` once this tab is the one of its name; returns how it steps back. */
  elect(name: string, onElected: () => void): () => void;
}

/** Keeps one stream of these topics until `signal` aborts: says MISSED each time it stands and BROKEN when it does no more. Ends only where the server refuses. */
export type OpenStream = (topics: readonly string[], signal: AbortSignal, hear: Hear) => Promise<void>;

/** A tab that shares with no other. */
export const ALONE: Tabs = {
  join: () => ({ post: () => {}, close: () => {} }),
  elect: (_, onElected) => {
    onElected();
    return () => {};
  },
};

/**
 * What the tabs of a browser follow, over one stream of the server: one visible tab, elected, holds it and passes on what it is told.
 * Browsers allow six connections to a host over HTTP/1.1, for all tabs together; with a stream a tab, the seventh tab could send
 * nothing any more. While every tab is hidden there is none.
 */
export class TabStreams {
  private readonly own = new Map<string, Set<Hear>>();
  private readonly others = new Map<string, readonly string[]>();
  /** topics of the stream that stands, whichever tab holds it */
  private standing: ReadonlySet<string> = new Set();
  /** the last of each event of each product, for listeners that come later */
  private readonly before = new Map<string, Told>();
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

  /** Joins the tabs of this name, and leaves those of another: a name is of one session. */
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
    this.stand();
  }

  /** Shares no more: the tab is closed, or becomes another session's. */
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
    else this.stand();
  }

  /** Tells of a topic for as long as it is followed; returns how to stop. */
  follow(topic: string, hear: Hear): () => void {
    const hearers = this.own.get(topic) ?? new Set();
    this.own.set(topic, hearers.add(hear));
    if (this.standing.has(topic)) {
      hear({ event: MISSED, data: null });
      for (const told of this.before.values()) if (concerns(topic, told.event, told.data)) hear(told);
    }
    this.change();
    return () => {
      hearers.delete(hear);
      if (hearers.size === 0 && this.own.get(topic) === hearers) this.own.delete(topic);
      this.change();
    };
  }

  /** Whatever changes at once, as one page follows another, is said once. */
  private change(): void {
    if (this.isChanged) return;
    this.isChanged = true;
    void Promise.resolve().then(() => {
      this.isChanged = false;
      this.wire?.post({ kind: 'wants', tab: this.tab, topics: [...this.own.keys()] });
      this.supply();
    });
  }

  private stand(): void {
    if (this.isHidden || this.stepBack || this.name === '') return;
    let isOver = false;
    const end = this.tabs.elect(this.name, () => {
      if (isOver) return;
      this.isElected = true;
      // what the tab before held stands no more, whether it said so or not
      if (this.standing.size > 0) this.spread({ kind: 'broken' });
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

  /** Holds a stream of all that is wanted, as long as this is the tab that does. One that tells of more goes on. */
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
    void this.open(wanted, stop.signal, (told) => {
      if (stop.signal.aborted) return;
      if (told.event === MISSED) this.spread({ kind: 'stands', topics: wanted });
      else this.spread(told.event === BROKEN ? { kind: 'broken' } : { kind: 'told', told });
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
      if (this.isElected && message.kind === 'stands' && !message.to) this.yieldTo();
      // who holds a stream is told by that
      if (!this.isElected) this.apply(message);
      return;
    }
    const { kind, tab, topics } = message;
    this.others.set(tab, topics);
    if (topics.length === 0) this.others.delete(tab);
    if (kind === 'hello') this.greet(tab);
    if (this.isElected) this.supply();
  }

  /** Another tab holds a stream as well: an election may have gone wrong, or a page was about to be left and stayed. */
  private yieldTo(): void {
    this.stream?.stop.abort();
    this.stream = null;
    this.step();
    this.stand();
  }

  private greet(to: string): void {
    this.wire?.post({ kind: 'wants', tab: this.tab, topics: [...this.own.keys()] });
    if (!this.isElected || this.standing.size === 0) return;
    this.wire?.post({ kind: 'stands', to, topics: [...this.standing], before: [...this.before.values()] });
  }

  private apply(message: TabMessage): void {
    if (message.kind === 'told') this.tell(message.told);
    if (message.kind === 'broken') this.rest(new Set());
    if (message.kind !== 'stands' || (message.to ?? this.tab) !== this.tab) return;
    this.rest(new Set(message.topics));
    for (const topic of message.topics) this.say(topic, { event: MISSED, data: null });
    for (const told of message.before ?? []) this.tell(told);
  }

  /** From now on only these stand. */
  private rest(standing: ReadonlySet<string>): void {
    const stood = this.standing;
    this.standing = standing;
    this.before.clear();
    for (const topic of stood) if (!standing.has(topic)) this.say(topic, { event: BROKEN, data: null });
  }

  private tell(told: Told): void {
    const { event, data } = told;
    if (event === REFUSED) {
      this.refuse(data);
      return;
    }
    const key = keyOf(told);
    if (key !== null) {
      // the one that came last is told last
      this.before.delete(key);
      this.before.set(key, told);
    }
    for (const topic of this.own.keys()) if (concerns(topic, event, data)) this.say(topic, told);
  }

  private refuse(data: unknown): void {
    const topic = typeof data === 'object' && data !== null && 'topic' in data ? String(data.topic) : '';
    if (!this.standing.has(topic)) return;
    this.standing = new Set([...this.standing].filter((one) => one !== topic));
    this.say(topic, { event: BROKEN, data: null });
  }

  private say(topic: string, told: Told): void {
    for (const hear of [...(this.own.get(topic) ?? [])]) hear(told);
  }
}

/** Under which it is kept for those who come later; null: they ask for it themselves. */
function keyOf({ event, data }: Told): string | null {
  if (event === 'releases') return event;
  const productId = typeof data === 'object' && data !== null && 'productId' in data ? data.productId : undefined;
  return typeof productId === 'string' ? `${event} ${productId}` : null;
}

/** Whether an event of a stream of several topics may be about this one. An `order` may be of the account or of a link. */
function concerns(topic: string, event: string, data: unknown): boolean {
  const parsed = parseTopic(topic);
  if (event === 'order') return parsed?.kind === 'orders' || parsed?.kind === 'link';
  if (event === 'releases') return parsed?.kind === 'releases';
  if (event === 'products' || parsed?.kind === 'shop') return parsed?.kind === 'shop' && event !== REFUSED;
  const productId = typeof data === 'object' && data !== null && 'productId' in data ? data.productId : undefined;
  return parsed?.kind === 'product' && parsed.productId === productId;
}
