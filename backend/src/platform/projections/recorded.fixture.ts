import type { DomainEvent } from '../decider.js';
import { AT } from '../given.fixture.js';
import type { ReadModels } from '../read-models/read-models.js';
import { memoryReadModels } from '../read-models/sqlite-read-models.js';
import { fold } from './fold.js';
import type { Projection } from './projection.js';
import type { AnyRecorded } from './recorded.js';

export function recorded(stream: string, events: readonly DomainEvent[], erased = false): AnyRecorded[] {
  const cut = stream.indexOf('-');
  return events.map(
    ({ type, data: { personal, ...data }, subject }: DomainEvent & { data: { personal?: unknown } }, revision) => ({
      type,
      data,
      personal: () => (erased ? null : (personal ?? null)) as never,
      stream,
      category: stream.slice(0, cut),
      id: stream.slice(cut + 1),
      eventId: `e-${revision}`,
      revision,
      position: revision + 1,
      at: AT + revision,
      actor: { kind: 'shopper', id: 'a-1' },
      correlationId: 'c-1',
      subject,
    }),
  );
}

export async function folded<D>(
  projection: Projection<D>,
  batches: readonly (readonly AnyRecorded[])[],
  models: ReadModels = memoryReadModels(),
): Promise<D[]> {
  await models.open([projection]);
  for (const events of batches) await fold(models, projection as Projection<unknown>, events);
  return models.find<D>(projection);
}
