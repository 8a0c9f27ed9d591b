import type { Position } from '../stores/event-log/event-log.js';
import type { ReadModels, Row } from '../stores/read-models/read-models.js';
import type { HeldRows } from './held-rows.js';
import type { Projection } from './projection.js';
import type { AnyRecorded } from './recorded.js';

export class NotFolded extends Error {
  constructor(
    readonly event: AnyRecorded,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

interface Touch {
  event: AnyRecorded;
  ids: readonly string[];
}

/** False when no event applies: the caller then moves the checkpoint. @throws NotFolded */
export async function fold(
  models: ReadModels,
  projection: Projection<unknown>,
  events: readonly AnyRecorded[],
  held?: HeldRows,
): Promise<boolean> {
  const touches = touchesOf(projection, events);
  const last = events.at(-1);
  if (touches.length === 0 || !last) return false;
  const ids = idsOf(touches);
  const { rows, others } = held?.of(projection, ids) ?? { rows: new Map<string, Row<unknown>>(), others: ids };
  if (others.length > 0) for (const [id, row] of await models.rows<unknown>(projection, others)) rows.set(id, row);
  const changes = changesOf(projection, touches, rows);
  held?.forget(projection, ids);
  await models.write(projection, changes, last.position, endOf(events)?.eventId);
  held?.keep(projection, changes);
  return true;
}

/** Of several events at the last position, the log holds the first. */
export function endOf<E extends { position: Position }>(events: readonly E[]): E | undefined {
  let nth = events.length - 1;
  while (nth > 0 && events[nth - 1]?.position === events[nth]?.position) nth -= 1;
  return events[nth];
}

function touchesOf(projection: Projection<unknown>, events: readonly AnyRecorded[]): Touch[] {
  const categories = new Set(projection.categories);
  const touches: Touch[] = [];
  for (const event of events) {
    if (!categories.has(event.category)) continue;
    try {
      const ids = projection.idsOf(event);
      if (ids.length > 0) touches.push({ event, ids });
    } catch (error) {
      throw new NotFolded(event, error);
    }
  }
  return touches;
}

function idsOf(touches: readonly Touch[]): string[] {
  const all = new Set<string>();
  for (const { ids } of touches) for (const id of ids) all.add(id);
  return [...all];
}

function changesOf(
  projection: Projection<unknown>,
  touches: readonly Touch[],
  rows: ReadonlyMap<string, Row<unknown>>,
): Row<unknown>[] {
  const changed = new Map<string, Row<unknown>>();
  for (const { event, ids } of touches) {
    try {
      for (const id of ids) {
        const stored = rows.get(id);
        // Several events may share a position: those that an acceptance releases.
        if (stored && event.position <= stored.position) continue;
        const row = changed.get(id) ?? stored;
        const document = projection.evolve(row?.document ?? null, event, id);
        // A row that never existed needs no tombstone: nothing older could revive it.
        if (row || document !== null) changed.set(id, { id, position: event.position, document });
      }
    } catch (error) {
      throw new NotFolded(event, error);
    }
  }
  return [...changed.values()];
}
