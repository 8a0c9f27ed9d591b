import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { EventAxis, FoundEvents } from '@supreme-access/contract/shapes/audit.js';
import { InjectEventLog } from '../../config/tokens.js';
import { all } from '../../event-sourcing/reading.js';
import { type EventLog, NoSuchPosition, type RecordedEvent } from '../../stores/event-log/event-log.js';
import { type EventFilter, type EventSearch, invalid, matches, mentionsOf, only } from './event-filter.js';
import { iso, rowOf } from './event-pages.js';
import { lastRevision, positionsAround, revisionAt, SLACK } from './log-places.js';

/** ms for the scan of one page, which reads at least one part */
const BUDGET = 30;
const [FIRST, MOST] = [100, 2_000];
/** ms for the scan behind a time axis, and events of one of its steps */
const [AXIS_BUDGET, AXIS_PAGE] = [250, 2_000];
const BARS = 60;
/** The head of the log cannot stand for its end, because it moves. */
const END = Number.POSITIVE_INFINITY;

interface Part {
  events: RecordedEvent[];
  passed: number;
  last: RecordedEvent | undefined;
  next: number | null;
}

interface Walk {
  start(): Promise<number>;
  part(place: number, size: number): Promise<Part>;
  placeOf(event: RecordedEvent): number;
}

/** Scans the log in bounded parts; an index of every event would slow each append (docs/decisions/0054). */
@Injectable()
export class EventSearches {
  constructor(@InjectEventLog() private readonly log: EventLog) {}

  /** The newest events that fit, by time, without their rows. */
  async axis({ filter }: Pick<EventSearch, 'filter'>): Promise<EventAxis> {
    const giveUp = performance.now() + AXIS_BUDGET;
    const times: number[] = [];
    let cursor: number | undefined;
    let isWhole = false;
    while (!isWhole && performance.now() < giveUp) {
      const { events, next } = await this.page({ filter, isBack: true, cursor, limit: AXIS_PAGE });
      for (const { at } of events) times.push(Date.parse(at));
      isWhole = next === null;
      if (next !== null) cursor = Number(next);
    }
    return axisOf(times, filter, isWhole);
  }

  /** @throws Refused 'event-query-invalid' for a cursor that no page returned */
  async page(search: EventSearch): Promise<FoundEvents> {
    const { filter, cursor, limit } = search;
    if (filter.streams?.length === 0) return answer([], null, undefined, 0);
    const stream = only(filter.streams);
    const walk = stream === undefined ? logWalk(this.log, search) : streamWalk(this.log, stream, search);
    const giveUp = performance.now() + BUDGET;
    const found: RecordedEvent[] = [];
    let [searched, next, last] = [0, cursor ?? (await walk.start()), undefined as RecordedEvent | undefined];
    let size = FIRST;
    for (let place: number | null = next; place !== null; size = Math.min(MOST, size * 2)) {
      const part: Part = await walk.part(place, size).catch((error: unknown) => {
        throw error instanceof NoSuchPosition ? invalid('cursor') : error;
      });
      searched += part.passed;
      last = part.last ?? last;
      for (const event of part.events) {
        if (!matches(event, filter)) continue;
        found.push(event);
        if (found.length === limit) return answer(found, walk.placeOf(event), event, searched);
      }
      place = isPast(last, search) ? null : part.next;
      if (place === null) return answer(found, null, last, searched);
      next = place;
      if (performance.now() > giveUp) break;
    }
    return answer(found, next, last, searched);
  }
}

/** The axis spans the filter's times where the search got so far, or else the events. */
export function axisOf(times: readonly number[], { from, until }: EventFilter, isWhole: boolean): EventAxis {
  const [oldest, newest] = times.reduce(([low, high], at) => [Math.min(low, at), Math.max(high, at)], [
    Number.POSITIVE_INFINITY,
    0,
  ] as [number, number]);
  const start = isWhole ? (from ?? oldest) : oldest;
  const end = until ?? newest;
  const bars = new Array<number>(BARS).fill(0);
  if (times.length === 0) return { from: null, until: null, bars, events: 0, isWhole };
  const width = Math.max(1, (end - start) / BARS);
  for (const at of times) {
    const bar = Math.min(BARS - 1, Math.max(0, Math.floor((at - start) / width)));
    bars[bar] = (bars[bar] ?? 0) + 1;
  }
  return { from: iso(start), until: iso(end), bars, events: times.length, isWhole };
}

function answer(found: RecordedEvent[], next: number | null, last: RecordedEvent | undefined, searched: number) {
  return {
    events: found.map(rowOf),
    next: next === null ? null : String(next),
    searchedTo: last && !last.isForeign ? iso(last.metadata.recordedAt) : null,
    searched,
  };
}

function isPast(last: RecordedEvent | undefined, { filter: { from, until }, isBack }: EventSearch): boolean {
  if (!last || last.isForeign) return false;
  const { recordedAt } = last.metadata;
  return isBack ? from !== undefined && recordedAt < from - SLACK : until !== undefined && recordedAt > until + SLACK;
}

function logWalk(log: EventLog, { filter, isBack }: EventSearch): Walk {
  const placeOf = ({ position }: RecordedEvent) => position;
  const mentions = mentionsOf(filter);
  if (!isBack) {
    const start = async () => (filter.from === undefined ? 0 : (await positionsAround(log, filter.from - SLACK)).low);
    return { start, placeOf, part: (after, size) => partForth(log.readAll({ after, limit: size }), size, placeOf) };
  }
  const start = async () => {
    const high = filter.until === undefined ? undefined : (await positionsAround(log, filter.until + SLACK)).high;
    return high ?? END;
  };
  const part = async (place: number, size: number): Promise<Part> => {
    const before = place === END ? {} : { before: place };
    const { events, reached, passed } = await log.lookBack({ ...before, count: size, mentions });
    const last = reached === null ? events.at(-1) : await log.at(reached);
    return { events, passed, last, next: reached };
  };
  return { start, placeOf, part };
}

function streamWalk(log: EventLog, stream: string, { filter, isBack }: EventSearch): Walk {
  const placeOf = ({ revision }: RecordedEvent) => revision;
  if (!isBack) {
    const start = async () => (filter.from === undefined ? -1 : await revisionAt(log, stream, filter.from - SLACK));
    return {
      start,
      placeOf,
      part: (after, size) => partForth(log.readStream(stream, { from: after + 1, limit: size }), size, placeOf),
    };
  }
  const start = async () =>
    1 +
    (filter.until === undefined
      ? await lastRevision(log, stream)
      : await revisionAt(log, stream, filter.until + SLACK));
  const part = async (before: number, size: number): Promise<Part> => {
    const from = Math.max(0, before - size);
    const { events } = await partForth(log.readStream(stream, { from, limit: before - from }), size, placeOf);
    events.reverse();
    return { events, passed: events.length, last: events.at(-1), next: from === 0 ? null : from };
  };
  return { start, placeOf, part };
}

async function partForth(reading: AsyncIterable<RecordedEvent>, size: number, placeOf: Walk['placeOf']): Promise<Part> {
  const events = await all(reading);
  const last = events.at(-1);
  return { events, passed: events.length, last, next: last && events.length === size ? placeOf(last) : null };
}
