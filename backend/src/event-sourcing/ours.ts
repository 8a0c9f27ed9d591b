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

/** Whether it is an event that this program may have written: what is not is shown to who looks, and otherwise passed over. */
export function isOurs({ stream, isForeign }: Pick<RecordedEvent, 'stream' | 'isForeign'>): boolean {
  return !isForeign && isOurStream(stream);
}

/** Of a reading of the log, what is ours. */
export async function* ours<E extends Pick<RecordedEvent, 'stream' | 'isForeign'>>(
  reading: AsyncIterable<E>,
): AsyncGenerator<E> {
  for await (const event of reading) if (isOurs(event)) yield event;
}

/**
 * Of a stream from its beginning on, what may be folded: nothing from a damaged event on, which `onDamaged` hears of, and not the accepted
 * ones.
 */
export async function* intact(
  reading: AsyncIterable<RecordedEvent>,
  acceptedPlaces: () => Promise<Accepted>,
  onDamaged: (damage: Damage) => void = () => undefined,
): AsyncGenerator<RecordedEvent> {
  let link: Link | undefined;
  let accepted: Accepted | undefined;
  for await (const event of reading) {
    // Accepted ones are seldom: they are asked for where there is a damage.
    if (damageOf(link, event)) {
      accepted ??= await acceptedPlaces();
      const damage = damageOf(link, event, accepted);
      if (damage) return onDamaged(damage);
    }
    link = linkAfter(link, event);
    if (!accepted?.has(placeOf(event))) yield event;
  }
}
