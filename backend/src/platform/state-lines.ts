import { Map as IMap, Set as ISet } from 'immutable';
import { assertJson } from './log/codec.js';
import type { Known } from './stream-fold.js';

/** entries that one line holds, so that none takes the event loop for long: some 600 kB of a product's slots */
const PER_LINE = 500;

type Line =
  | ['state', Record<string, unknown>]
  | ['map', field: string, entries: [unknown, unknown][]]
  | ['set', field: string, values: unknown[]]
  | ['commands', entries: [string, string][]];

/** A folded stream as lines of JSON; of its commands the first `count`. @throws an Error of a state that would not come back as it is */
export function* toLines({ state, commands }: Known, count: number): Generator<string> {
  const plain: Record<string, unknown> = {};
  const lines: Iterable<Line>[] = [];
  for (const [field, value] of Object.entries(state as object)) {
    if (IMap.isMap(value)) lines.push(inLines(value.entries(), (entries) => ['map', field, entries]));
    else if (ISet.isSet(value)) lines.push(inLines(value.values(), (values) => ['set', field, values]));
    else plain[field] = value;
  }
  lines.unshift([['state', plain]]);
  lines.push(inLines(firstOf(commands, count), (entries) => ['commands', entries]));
  for (const each of lines) {
    for (const line of each) {
      assertJson(line, 'a snapshot');
      yield JSON.stringify(line);
    }
  }
}

/** Puts together what `toLines` made, a line at a time. */
export class StateOfLines {
  readonly commands = new Map<string, string>();
  private readonly fields: Record<string, unknown> = {};

  read(text: string): void {
    const line = JSON.parse(text) as Line;
    switch (line[0]) {
      case 'state':
        Object.assign(this.fields, line[1]);
        break;
      case 'map':
        this.fields[line[1]] = ((this.fields[line[1]] ?? IMap()) as IMap<unknown, unknown>).merge(line[2]);
        break;
      case 'set':
        this.fields[line[1]] = ((this.fields[line[1]] ?? ISet()) as ISet<unknown>).union(line[2]);
        break;
      default:
        for (const [id, hash] of line[1]) this.commands.set(id, hash);
    }
  }

  get state(): unknown {
    return { ...this.fields };
  }
}

/** At least one line, so that an empty collection comes back too. */
function* inLines<T>(values: Iterable<T>, line: (some: T[]) => Line): Generator<Line> {
  let some: T[] = [];
  let isFirst = true;
  for (const value of values) {
    some.push(value);
    if (some.length < PER_LINE) continue;
    yield line(some);
    [some, isFirst] = [[], false];
  }
  if (some.length > 0 || isFirst) yield line(some);
}

function* firstOf<T>(values: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const value of values) {
    if (left === 0) return;
    left -= 1;
    yield value;
  }
}
