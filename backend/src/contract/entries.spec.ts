import { entriesOf } from './entries.js';

/** A browser's storage with room for so many entries. */
function storage(room: number, entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, value: string) {
      if (!kept.has(name) && kept.size >= room) throw new DOMException('full', 'QuotaExceededError');
      if (value.length > 4) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, value);
    },
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}

describe('what a browser keeps', () => {
  it('is in its storage', () => {
    const store = storage(9);
    const entries = entriesOf(() => store);
    entries.set('user', 'ada');
    expect(store.kept.get('user')).toBe('ada');
    expect(entries.get('user')).toBe('ada');
    entries.remove('user');
    expect(entries.get('user')).toBeNull();
  });

  it('is in memory where the storage is denied, and gone once it is removed', () => {
    const entries = entriesOf(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(entries.get('user')).toBeNull();
    entries.set('user', 'ada');
    entries.set('promo', 'TEN');
    expect(entries.get('user')).toBe('ada');
    entries.remove('user');
    expect([entries.get('user'), entries.get('promo')]).toEqual([null, 'TEN']);
    entries.clear();
    expect(entries.get('promo')).toBeNull();
  });

  it('is in memory where the storage is full; what stood there before does not come back', () => {
    const store = storage(1, { user: 'ada' });
    const entries = entriesOf(() => store);
    entries.set('promo', 'TEN');
    entries.set('user', 'somebody');
    expect([entries.get('promo'), entries.get('user')]).toEqual(['TEN', 'somebody']);
    expect(store.kept.size).toBe(0);
    entries.set('user', 'bob');
    expect([store.kept.get('user'), entries.get('user')]).toEqual(['bob', 'bob']);
  });
});
