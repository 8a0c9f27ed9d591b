import { Map as IMap } from 'immutable';
import type { EventLog, Position, RecordedEvent } from '../stores/event-log/event-log.js';
import {
  type Accepted,
  damageOf,
  type Link,
  linkAfter,
  placeOf,
  StreamDamaged,
} from '../stores/event-log/stream-integrity.js';
import { unreachable } from './decider.js';
import { all } from './reading.js';

export interface Acceptance {
  stream: string;
  /** of the damaged event */
  revision: number;
  eventId: string;
  damage: 'no-envelope' | 'hash';
  reason: string;
}

/** One damaged event is skipped from now on; the events after it in its stream count again. */
export type AcceptanceEvent = { type: 'DamageAccepted'; data: Acceptance };

export const ACCEPTANCES = 'damage-accepted';

export function isAcceptance({ stream, type }: { stream: string; type: string }): boolean {
  return stream === ACCEPTANCES && type === ACCEPTED;
}

const ACCEPTED: AcceptanceEvent['type'] = 'DamageAccepted';

export type AcceptedPlaces = IMap<string, Position>;

export const NOTHING_ACCEPTED: AcceptedPlaces = IMap();

export interface AcceptancesRead {
  places: AcceptedPlaces;
  /** ms UTC */
  newestAt: number | undefined;
  end: Link | undefined;
  damaged: StreamDamaged | undefined;
}

export function evolveAcceptances(places: AcceptedPlaces, event: AcceptanceEvent, position = 0): AcceptedPlaces {
  if (event.type !== 'DamageAccepted') return unreachable(event.type);
  return places.set(placeOf(event.data), position);
}

/** A damaged event accepts nothing, not even itself; a later event may accept it. */
export async function readAcceptances(log: Pick<EventLog, 'readStream'>): Promise<AcceptancesRead> {
  const found: StreamDamaged[] = [];
  let [places, end]: [AcceptedPlaces, Link | undefined] = [NOTHING_ACCEPTED, undefined];
  let newestAt: number | undefined;
  for (const event of await all(log.readStream(ACCEPTANCES))) {
    const damage = damageOf(end, event);
    if (damage) found.push(new StreamDamaged(damage));
    else {
      places = evolveAcceptances(places, event as unknown as AcceptanceEvent, event.position);
      newestAt = event.metadata.recordedAt;
    }
    end = linkAfter(end, event);
  }
  return { places, newestAt, end, damaged: found.find(({ damage }) => !places.has(placeOf(damage))) };
}

export class Acceptances implements Accepted {
  private places = NOTHING_ACCEPTED;

  constructor(private readonly log: Pick<EventLog, 'readStream'>) {}

  get size(): number {
    return this.places.size;
  }

  has(place: string): boolean {
    return this.places.has(place);
  }

  /** Reads the log again. @throws StreamDamaged when the stream of acceptances is damaged and not accepted */
  async ask(): Promise<void> {
    const { places, damaged } = await readAcceptances(this.log);
    if (damaged) throw damaged;
    this.places = places;
  }

  by(event: RecordedEvent): Acceptance | undefined {
    return !event.isForeign && isAcceptance(event) ? (event.data as unknown as Acceptance) : undefined;
  }

  async upTo(position: Position): Promise<string[]> {
    await this.ask();
    return [...this.places].filter(([, acceptedAt]) => acceptedAt <= position).map(([place]) => place);
  }
}
