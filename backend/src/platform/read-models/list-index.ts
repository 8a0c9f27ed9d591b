import type { Document, Where } from './conditions.js';

interface Row {
  id: string;
  document: Document | null;
}

/** The rows of a collection by the texts that a list field of theirs holds; made when it is first asked. */
export class ListIndex {
  #ids: Map<string, string[]> | undefined;
  /** the texts of #ids in order; not there while they have changed since the last question */
  #texts: string[] | undefined;

  constructor(readonly field: string) {}

  /** A row's document was replaced. */
  replace(before: Row | undefined, after: Row): void {
    if (!this.#ids || before?.document?.[this.field] === after.document?.[this.field]) return;
    if (before) this.#remove(this.#ids, before);
    this.#add(this.#ids, after);
  }

  /** Ids of all rows that the condition on this field can match, and maybe of more; undefined when it asks for no text. */
  idsFor(where: Where, rows: () => Iterable<Row>): ReadonlySet<string> | undefined {
    const condition = where[this.field];
    if (typeof condition !== 'object' || condition === null) return undefined;
    if ('has' in condition) return new Set(this.#filled(rows).get(condition.has));
    if (!('hasPrefixes' in condition)) return undefined;
    // the longest is that of the fewest
    const [longest = ''] = condition.hasPrefixes.toSorted((a, b) => b.length - a.length);
    return this.#beginningWith(longest, this.#filled(rows));
  }

  #beginningWith(prefix: string, held: ReadonlyMap<string, string[]>): Set<string> {
    this.#texts ??= [...held.keys()].sort();
    const found = new Set<string>();
    for (let at = firstAtLeast(this.#texts, prefix); at < this.#texts.length; at += 1) {
      const text = this.#texts[at] ?? '';
      if (!text.startsWith(prefix)) break;
      for (const id of held.get(text) ?? []) found.add(id);
    }
    return found;
  }

  #filled(rows: () => Iterable<Row>): Map<string, string[]> {
    if (this.#ids) return this.#ids;
    const ids = new Map<string, string[]>();
    for (const row of rows()) this.#add(ids, row);
    this.#ids = ids;
    return ids;
  }

  #add(ids: Map<string, string[]>, row: Row): void {
    for (const text of this.#textsOf(row)) {
      const known = ids.get(text);
      if (known) known.push(row.id);
      else {
        ids.set(text, [row.id]);
        this.#texts = undefined;
      }
    }
  }

  /** A text that no row holds any more is forgotten: it may have been somebody's name. */
  #remove(ids: Map<string, string[]>, row: Row): void {
    for (const text of this.#textsOf(row)) {
      const left = ids.get(text)?.filter((id) => id !== row.id) ?? [];
      if (left.length > 0) ids.set(text, left);
      else {
        ids.delete(text);
        this.#texts = undefined;
      }
    }
  }

  #textsOf({ document }: Row): Set<string> {
    const list = document?.[this.field];
    return new Set(Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []);
  }
}

function firstAtLeast(sorted: readonly string[], wanted: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
