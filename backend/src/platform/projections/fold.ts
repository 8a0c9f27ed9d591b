import type { ReadModels, Row } from '../read-models/read-models.js';
import type { Projection } from './projection.js';
import type { AnyRecorded } from './recorded.js';

/** The event that a projection could not take. */
export class NotFolded extends Error {
  constructor(
    readonly event: AnyRecorded,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * Folds a batch of events (in log order) into a projection's documents and moves its checkpoint. Events at or below a row's
 * position are ignored, so a redelivery changes nothing. @throws NotFolded
 */
export async function fold(
  models: ReadModels,
  projection: Projection<unknown>,
  events: readonly AnyRecorded[],
): Promise<void> {
  const touched: (readonly [AnyRecorded, readonly string[]])[] = [];
  const ids = new Set<string>();
  for (const event of events) {
    if (!projection.categories.includes(event.category)) continue;
    const own = naming(event, () => projection.idsOf(event));
    if (own.length === 0) continue;
    touched.push([event, own]);
    for (const id of own) ids.add(id);
  }
  const last = events.at(-1);
  if (ids.size > 0) {
    const rows = await models.rows<unknown>(projection, [...ids]);
    const changed = new Map<string, Row<unknown>>();
    for (const [event, own] of touched) {
      for (const id of own) {
        const row = changed.get(id) ?? rows.get(id);
        if (row && event.position <= row.position) continue;
        const document = naming(event, () => projection.evolve(row?.document ?? null, event, id));
        // What was never there leaves no tombstone: nothing older could revive it.
        if (row || document !== null) changed.set(id, { id, position: event.position, document });
      }
    }
    await models.write(projection, [...changed.values()]);
  }
  if (last) await models.advance(projection, last.position);
}

function naming<T>(event: AnyRecorded, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw new NotFolded(event, error);
  }
}
