import type { RecordedEvent } from '../stores/event-log/event-log.js';
import {
  type Accepted,
  type Damage,
  damageOf,
  isOurStream,
  type Link,
  linkAfter,
  placeOf,
} from '../stores/event-log/stream-integrity.js';

export function isOurs({ stream, isForeign }: Pick<RecordedEvent, 'stream' | 'isForeign'>): boolean {
  return !isForeign && isOurStream(stream);
}

export async function* ours<E extends Pick<RecordedEvent, 'stream' | 'isForeign'>>(
  reading: AsyncIterable<E>,
): AsyncGenerator<E> {
  for await (const event of reading) if (isOurs(event)) yield event;
}

/** Yields a stream's events from revision 0 up to the first damage, without accepted ones. */
export async function* intact(
  reading: AsyncIterable<RecordedEvent>,
  acceptedPlaces: () => Promise<Accepted>,
  onDamaged: (damage: Damage) => void = () => undefined,
): AsyncGenerator<RecordedEvent> {
  let link: Link | undefined;
  let accepted: Accepted | undefined;
  for await (const event of reading) {
    if (damageOf(link, event)) {
      accepted ??= await acceptedPlaces();
      const damage = damageOf(link, event, accepted);
      if (damage) return onDamaged(damage);
    }
    link = linkAfter(link, event);
    if (!accepted?.has(placeOf(event))) yield event;
  }
}
