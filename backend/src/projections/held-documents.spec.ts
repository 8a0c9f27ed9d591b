import { HeldDocuments } from './held-documents.js';
import type { Happened } from './live-events.js';
import { projection } from './projection.js';

interface Doc {
  card: string;
  note: string;
}

const people = projection<Doc, { type: 'Saved'; data: object }>({
  name: 'people',
  version: 1,
  indexes: [],
  categories: ['person', 'mail'],
  idsOf: (event) => [event.id],
  evolve: (document) => document,
});

class Given {
  readonly rows = new Map<string, Doc>();
  reads = 0;
  position = 10;
  seen = 0;
  isStopped = false;
  now = 0;
  /** runs while a row is read */
  meanwhile: () => void = () => undefined;
  private listener: (event: Happened) => void = () => undefined;
  erased: (subject: string) => void = () => undefined;
  readonly held: HeldDocuments<Doc, string>;

  constructor(most?: number) {
    const current = async (_: unknown, id: string) => {
      this.reads += 1;
      const row = this.rows.get(id);
      await Promise.resolve();
      this.meanwhile();
      return row;
    };
    const position = () => this.position;
    const from = {
      latest: { current: current as never },
      projector: {
        get position() {
          return position();
        },
        hasStopped: () => this.isStopped,
      },
      streams: { seen: () => this.seen },
      live: {
        onEvent: (listener: (event: Happened) => void) => {
          this.listener = listener;
        },
      },
      sealer: {
        onErased: (listener: (subject: string) => void) => {
          this.erased = listener;
        },
      },
      clock: () => this.now,
    };
    const parts = { pick: ({ card }: Doc) => card, subjectOf: (_: string, id: string) => `person-${id}` };
    this.held = new HeldDocuments(people, 'person', parts, from, most);
  }

  save(id: string, card: string): void {
    this.rows.set(id, { card, note: '' });
  }
  happens(id: string, position: number, category = 'person'): void {
    this.listener({ type: 'Saved', category, id, revision: 0, position, data: {}, at: 0 });
  }
  get(id = 'ada', suffices = (_: string) => true) {
    return this.held.get(id, suffices);
  }
}

describe('a document that is held', () => {
  let given: Given;
  beforeEach(() => {
    given = new Given();
    given.save('ada', 'visa');
  });

  it('is read once, and then is there without a promise', async () => {
    expect(await given.get()).toBe('visa');
    expect([given.get(), given.reads]).toEqual(['visa', 1]);
  });

  it('is read again after an event of its stream, and held once the read models know that', async () => {
    await given.get();
    given.happens('ada', 11);
    given.happens('ben', 12);
    expect(await given.get()).toBe('visa');
    given.save('ada', 'amex');
    given.position = 11;
    expect(await given.get()).toBe('amex');
    expect([given.get(), given.reads]).toEqual(['amex', 3]);
  });

  it('is kept while others change, and through events of other categories', async () => {
    await given.get();
    given.happens('ben', 11);
    given.happens('ada', 12, 'mail');
    expect(given.get()).toBe('visa');
  });

  it('is not held when its stream moves on while it is read', async () => {
    given.meanwhile = () => given.happens('ada', 11);
    expect(await given.get()).toBe('visa');
    given.save('ada', 'amex');
    expect(await given.get()).toBe('amex');
  });

  it('is never older than what this process wrote, received or not', async () => {
    await given.get();
    given.save('ada', 'amex');
    given.seen = 11;
    expect(await given.get()).toBe('amex');
    expect(given.get()).toBeInstanceOf(Promise);
    given.position = 11;
    await given.get();
    expect(given.get()).toBe('amex');
  });

  it('is read again when it does not suffice, and while its projection has stopped', async () => {
    await given.get();
    const wanted = (card: string) => card === 'amex';
    expect(given.get('ada', wanted)).toBeInstanceOf(Promise);
    given.isStopped = true;
    expect(given.get()).toBeInstanceOf(Promise);
  });

  it('is read again after a minute: a rebuild mends rows without an event', async () => {
    await given.get();
    given.save('ada', 'amex');
    given.now += 59_999;
    expect(given.get()).toBe('visa');
    given.now += 1;
    expect(await given.get()).toBe('amex');
    expect(given.get()).toBe('amex');
  });

  it('is dropped as soon as its person is erased, and not held by a read that began before', async () => {
    given.save('ben', 'visa');
    for (const id of ['ada', 'ben']) await given.get(id);
    given.erased('person-ada');
    expect([given.get('ada'), given.get('ben')]).toEqual([expect.any(Promise), 'visa']);
    given.meanwhile = () => given.erased('person-ada');
    await given.get('ada');
    expect(given.get('ada')).toBeInstanceOf(Promise);
  });

  it('is none where there is none', async () => {
    expect([await given.get('eve'), await given.get('eve'), given.reads]).toEqual([undefined, undefined, 2]);
  });

  it('is not held when its event may have been received and is remembered no more', async () => {
    given = new Given(2);
    given.save('ada', 'visa');
    for (const [nth, id] of ['ada', 'ben', 'cleo'].entries()) given.happens(id, 11 + nth);
    await given.get();
    expect(given.get()).toBeInstanceOf(Promise);
    given.position = 11;
    await given.get();
    expect(given.get()).toBe('visa');
  });
});
