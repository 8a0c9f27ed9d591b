import { LRUCache } from 'lru-cache';
import { missing } from './api-error.js';
import { type Extent, Ledger, type LedgerLine, type LineLog, type SavedAnswer } from './ledger.js';
import { type EmulatedEvent, type Kind, kindOf, type Objects, randomId, type StoredObject, shown } from './objects.js';

const PARENTS: Partial<Record<Kind, readonly string[]>> = {
  payment_method: ['customer'],
  payment_intent: ['customer'],
  charge: ['payment_intent', 'customer'],
  refund: ['charge', 'payment_intent'],
  dispute: ['charge', 'payment_intent'],
};
/** Stripe forgets keys after a day, https://docs.stripe.com/api/idempotent_requests */
const KEY_LIFE_MS = 24 * 3_600_000;
const EVENTS_KEPT = 10_000;
const API_VERSION = '2026-10-28.endive';

/** The places of all objects in the ledger. Objects stay in the file; memory holds places and the last used ones. */
export class Store {
  private readonly places = new Map<string, Extent>();
  private readonly recent = new LRUCache<string, StoredObject>({ max: 5_000 });
  private readonly children = new Map<string, Set<string>>();
  private readonly events = new Map<string, Extent>();
  private readonly owed = new Set<string>();
  private readonly answers = new Map<string, { at: number; place: Extent }>();
  private ledger: LineLog | undefined;

  private constructor(readonly now: () => number) {}

  /** Reads the ledger kept in `dir`; `now` in ms UTC. */
  static async open(dir: string, now: () => number): Promise<Store> {
    const store = new Store(now);
    store.ledger = await Ledger.open(dir, (line, place) => store.apply(line, place));
    return store;
  }

  static over(ledger: LineLog, now: () => number): Store {
    const store = new Store(now);
    store.ledger = ledger;
    return store;
  }

  get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    const object = this.recent.get(id) ?? this.load(id);
    return object?.object === kind ? (object as Objects[K]) : undefined;
  }

  /** Ids in the order of creation: all of a kind, or all that ever belonged to a parent. */
  ids(kind: Kind, parent?: string): string[] {
    if (parent !== undefined) return [...(this.children.get(`${kind}/${parent}`) ?? [])];
    return [...this.places.keys()].filter((id) => kindOf(id) === kind);
  }

  event(id: string): EmulatedEvent | undefined {
    const place = this.events.get(id);
    return place && this.file.read(place).events?.find((event) => event.id === id);
  }

  eventIds(): string[] {
    return [...this.events.keys()];
  }

  undelivered(): Iterable<string> {
    return this.owed;
  }

  answer(key: string): SavedAnswer | undefined {
    const saved = this.answers.get(key);
    return saved && saved.at > this.now() - KEY_LIFE_MS ? this.file.read(saved.place).answer : undefined;
  }

  commit(line: LedgerLine): void {
    this.apply(line, this.file.append(line));
    this.forget();
  }

  durable(): Promise<void> {
    return this.file.durable();
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private get file(): LineLog {
    if (this.ledger === undefined) throw new Error('the ledger is still being read');
    return this.ledger;
  }

  private load(id: string): StoredObject | undefined {
    const place = this.places.get(id);
    const object = place && this.file.read(place).put?.findLast((candidate) => candidate.id === id);
    if (object) this.recent.set(id, object);
    return object;
  }

  private apply(line: LedgerLine, place: Extent): void {
    for (const object of line.put ?? []) {
      for (const field of PARENTS[object.object] ?? []) {
        const parent = (object as unknown as Record<string, string | null>)[field];
        if (parent) this.addChild(`${object.object}/${parent}`, object.id);
      }
      this.places.set(object.id, place);
      if (this.ledger) this.recent.set(object.id, object);
    }
    for (const event of line.events ?? []) {
      this.events.set(event.id, place);
    }
    for (const id of line.owed ?? []) this.owed.add(id);
    if (line.delivered) this.owed.delete(line.delivered);
    if (line.answer) this.answers.set(line.answer.key, { at: line.at, place });
  }

  private addChild(list: string, id: string): void {
    const ids = this.children.get(list);
    if (ids) ids.add(id);
    else this.children.set(list, new Set([id]));
  }

  private forget(): void {
    for (const [key, { at }] of this.answers) {
      if (at > this.now() - KEY_LIFE_MS) break;
      this.answers.delete(key);
    }
    for (const id of this.events.keys()) {
      if (this.events.size <= EVENTS_KEPT || this.owed.has(id)) break;
      this.events.delete(id);
    }
  }
}

/** The reads and changes of one request. Nothing is stored unless `line` is committed. */
export class Transaction {
  private readonly staged = new Map<string, StoredObject>();
  private readonly events: EmulatedEvent[] = [];

  /** `at` in ms UTC */
  constructor(
    private readonly store: Store,
    readonly at: number = store.now(),
  ) {}

  get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    const staged = this.staged.get(id);
    return staged?.object === kind ? (staged as Objects[K]) : this.store.get(kind, id);
  }

  /** @throws ApiError, Stripe's 404 with the id */
  find<K extends Kind>(kind: K, id: string, param?: string): Objects[K] {
    const object = this.get(kind, id);
    if (!object) throw missing(kind, id, param);
    return object;
  }

  ids(kind: Kind, parent?: string): string[] {
    return this.store.ids(kind, parent);
  }

  put<T extends StoredObject>(object: T): T {
    this.staged.set(object.id, object);
    return object;
  }

  emit(type: string, object: StoredObject): void {
    this.events.push({
      id: randomId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: Math.floor(this.at / 1_000),
      data: { object: shown(object) },
      livemode: false,
      type,
    });
  }

  /** All changes as a line for the ledger; undefined without changes. `wanted`: the types an endpoint receives. */
  line(wanted: (type: string) => boolean, answer?: SavedAnswer): LedgerLine | undefined {
    if (this.staged.size === 0 && this.events.length === 0 && !answer) return undefined;
    const owed = this.events.filter(({ type }) => wanted(type)).map(({ id }) => id);
    return { at: this.at, put: [...this.staged.values()], events: this.events, owed, ...(answer && { answer }) };
  }
}
