import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Condition } from './read-models.js';

/** Segments as they lie in the store, by their number from 1. */
export interface SegmentStore {
  read(segment: number): string | undefined;
  last(): number;
}

/** characters of a segment that is full */
const FULL = 64 * 1_024;
/** segments that are looked through before the event loop turns */
const AT_ONCE = 16;
const ROW = '\u0002';
const TEXT = '\u0001';
/** stands for a mark within a text */
const MARK = '\ufffd';

/** What one batch of rows makes of the segments: their texts by their numbers. */
export interface SegmentEdit {
  edits: Map<number, string>;
  /** Answers the segment that holds the row's texts from now on. */
  add(id: string, texts: readonly string[]): number;
  remove(id: string, from: number): void;
}

/**
 * The texts of one list field of all rows, in segments that are sealed as a whole: a search looks through all of them, so that
 * nothing on the disk tells one word from another. 100,000 rows of 80 characters are 8 MB.
 */
export class TextSegments {
  constructor(private readonly store: SegmentStore) {}

  /** Begins a batch. */
  edit(): SegmentEdit {
    const edits = new Map<number, string>();
    const textOf = (segment: number) => edits.get(segment) ?? this.store.read(segment) ?? '';
    let last = Math.max(1, this.store.last());
    const add = (id: string, texts: readonly string[]) => {
      if (textOf(last).length > FULL) last += 1;
      edits.set(last, textOf(last) + lineOf(id, texts));
      return last;
    };
    const remove = (id: string, from: number) => {
      const text = textOf(from);
      const start = text.indexOf(ROW + id + TEXT);
      if (start >= 0) edits.set(from, text.slice(0, start) + text.slice(endOf(text, start)));
    };
    return { edits, add, remove };
  }

  /** Ids of all rows that the condition can match, and maybe of more; undefined when it asks for no text. */
  async idsFor(condition: Condition | undefined): Promise<ReadonlySet<string> | undefined> {
    const needles = needlesOf(condition);
    if (!needles) return undefined;
    const found = new Set<string>();
    for (let segment = 1; segment <= this.store.last(); segment += 1) {
      const text = this.store.read(segment);
      if (text !== undefined) look(text, needles, found);
      if (segment % AT_ONCE === 0) await nextTurn();
    }
    return found;
  }
}

export function asksForText(condition: Condition | undefined): boolean {
  return typeof condition === 'object' && condition !== null && ('has' in condition || 'hasPrefixes' in condition);
}

/** Whether every row that is found holds what the condition asks for. */
export function isExact(condition: Condition | undefined): boolean {
  return needlesOf(condition)?.every((needle) => !needle.includes(MARK)) ?? false;
}

function look(text: string, [first = '', ...others]: readonly string[], found: Set<string>): void {
  for (let at = text.indexOf(first); at >= 0; ) {
    const [start, end] = [text.lastIndexOf(ROW, at), endOf(text, at)];
    const line = text.slice(start, end);
    const idEnd = line.indexOf(TEXT);
    if (others.every((other) => line.includes(other, idEnd))) found.add(line.slice(1, idEnd));
    at = text.indexOf(first, end);
  }
}

/** The longest first: it is that of the fewest. */
function needlesOf(condition: Condition | undefined): string[] | undefined {
  if (typeof condition !== 'object' || condition === null) return undefined;
  if ('has' in condition) return [TEXT + plain(condition.has) + TEXT];
  if (!('hasPrefixes' in condition)) return undefined;
  return condition.hasPrefixes.map((prefix) => TEXT + plain(prefix)).sort((a, b) => b.length - a.length);
}

function lineOf(id: string, texts: readonly string[]): string {
  return `${ROW}${id}${TEXT}${texts.map((text) => plain(text) + TEXT).join('')}`;
}

function endOf(text: string, at: number): number {
  const end = text.indexOf(ROW, at + 1);
  return end < 0 ? text.length : end;
}

const plain = (text: string) => text.replaceAll(ROW, MARK).replaceAll(TEXT, MARK);
