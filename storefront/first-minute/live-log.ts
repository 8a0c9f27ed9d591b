import type { FoundEvents, LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import { useEffect, useState } from 'react';
import { type Api, ApiError } from '../src/api/api.js';
import { MISSED } from '../src/api/live.js';
import { listen } from '../src/api/streams.js';

const SHOWN = 40;
/** ms between two readings of what the log says has changed */
const PACE = 400;
/** ms until what failed, or is not complete, is read once more */
const AGAIN = 1_000;
const LOOKS_AT = '/api/admin/events';

/** The newest events, the newest first, as the log appends them. */
export function useLog(auditor: Api): readonly LoggedEvent[] {
  const [events, setEvents] = useState<readonly LoggedEvent[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const add = (more: readonly LoggedEvent[]) =>
      setEvents((before) => {
        const existing = new Set(before.map(({ position }) => position));
        const all = [...more.filter(({ position }) => !existing.has(position)), ...before];
        return all.sort((a, b) => b.position - a.position).slice(0, SHOWN);
      });
    const reload = async () => {
      const found = await auditor.get<FoundEvents>(`${LOOKS_AT}/search?limit=${SHOWN}`).catch(() => null);
      if (found && !stop.signal.aborted) add(found.events);
    };
    void listen(
      `${LOOKS_AT}/live`,
      stop.signal,
      ({ event, data }) => {
        if (event === MISSED) void reload();
        if (event === 'events') add((data as { events: LoggedEvent[] }).events);
      },
      auditor,
    );
    return () => stop.abort();
  }, [auditor]);
  return events;
}

/** A header by which an answer shows what the log shows at a position. */
export type AsOf = Readonly<Record<string, string>>;

type Read<T> = (asOf: AsOf) => Promise<T>;

/** One reading at a time. What comes while one waits is read with it. */
class Reader<T> {
  private read: Read<T> | null = null;
  private beat = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (found: T) => void,
    private readonly isToGoOn: (found: T) => boolean,
  ) {}

  hear(read: Read<T> | null, beat: number): void {
    const isOther = this.read !== read;
    [this.read, this.beat] = [read, beat];
    if (isOther) this.stop();
    if (read) this.later(isOther ? 0 : PACE);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private later(ms: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.look();
    }, ms);
  }

  private async look(): Promise<void> {
    const { read } = this;
    try {
      const found = await read?.({ 'x-consistency-token': String(this.beat) });
      if (found === undefined || this.read !== read) return;
      this.show(found);
      if (this.isToGoOn(found)) this.later(AGAIN);
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 401;
      if (this.read === read && !isOver) this.later(AGAIN);
    }
  }
}

const never = () => false;

/** What `read` answers, read again after the log has grown to `beat`, and by itself while `isToGoOn` says so. A failure keeps what was there. */
export function useReading<T>(read: Read<T> | null, beat: number, isToGoOn: (found: T) => boolean = never): T | null {
  const [value, setValue] = useState<T | null>(null);
  const [reader] = useState(() => new Reader<T>(setValue, isToGoOn));
  useEffect(() => reader.hear(read, beat), [reader, read, beat]);
  useEffect(() => () => reader.hear(null, 0), [reader]);
  return value;
}
