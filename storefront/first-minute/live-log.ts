import type { FoundEvents, LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../src/api/api.js';
import { MISSED } from '../src/api/live.js';
import { listen } from '../src/api/streams.js';

const SHOWN = 40;
/** ms between two readings of what the log says has changed */
const PACE = 400;
const LOOKS_AT = '/api/admin/events';

/** The newest events, the newest first, as the log appends them. */
export function useLog(auditor: Api): readonly LoggedEvent[] {
  const [events, setEvents] = useState<readonly LoggedEvent[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const add = (more: readonly LoggedEvent[]) =>
      setEvents((before) => {
        const known = new Set(before.map(({ position }) => position));
        const all = [...more.filter(({ position }) => !known.has(position)), ...before];
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

/** What `read` answers, read again after the log has grown to `beat`; a failure keeps what was there. */
export function useReading<T>(read: ((asOf: AsOf) => Promise<T>) | null, beat: number): T | null {
  const [value, setValue] = useState<T | null>(null);
  const newest = useRef(beat);
  const waiting = useRef(false);
  const reading = useRef(read);
  const begun = useRef<typeof read>(null);
  useEffect(() => {
    [newest.current, reading.current] = [beat, read];
    const isNew = begun.current !== read;
    // One that waits reads what has come until then.
    if (!read || (waiting.current && !isNew)) return;
    [waiting.current, begun.current] = [true, read];
    setTimeout(
      () => {
        waiting.current = false;
        const now = reading.current;
        now?.({ 'x-consistency-token': String(newest.current) }).then(
          (found) => reading.current === now && setValue(found),
          () => undefined,
        );
      },
      isNew ? 0 : PACE,
    );
  }, [read, beat]);
  return value;
}
