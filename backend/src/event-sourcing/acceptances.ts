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
  /** id of the damaged event */
  eventId: string;
  /** what was wrong with it */
  damage: 'no-envelope' | 'hash';
  /** why it is passed over, in the operator's words */
  reason: string;
}

/** From then on everybody passes over one damaged event; what follows it in its stream counts again. */
export type AcceptanceEvent = { type: 'DamageAccepted'; data: Acceptance };

/** The one stream of all acceptances. */
export const ACCEPTANCES = 'damage-accepted';

/** Whether a damaged event was accepted by it. */
export function isAcceptance({ stream, type }: { stream: string; type: string }): boolean {
  return stream === ACCEPTANCES && type === ACCEPTED;
}

const ACCEPTED: AcceptanceEvent['type'] = 'DamageAccepted';

/** By `placeOf`: the position of the event that accepts it. */
export type AcceptedPlaces = IMap<string, Position>;

export const NOTHING_ACCEPTED: AcceptedPlaces = IMap();

export interface AcceptancesRead {
  places: AcceptedPlaces;
  /** ms UTC of the newest one */
  newestAt: number | undefined;
  /** what the next acceptance follows */
  end: Link | undefined;
  /** what is wrong with the stream of acceptances itself */
  damaged: StreamDamaged | undefined;
}

export function evolveAcceptances(places: AcceptedPlaces, event: AcceptanceEvent, position = 0): AcceptedPlaces {
  if (event.type !== 'DamageAccepted') return unreachable(event.type);
  return places.set(placeOf(event.data), position);
}

/** A damaged event accepts nothing, not even itself; a later one that follows it may accept it. */
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

/** Which damaged events operators have accepted. The log says it, and is asked again whenever a damage is met. */
export class Acceptances implements Accepted {
  private places = NOTHING_ACCEPTED;

  constructor(private readonly log: Pick<EventLog, 'readStream'>) {}

  /** as of the last time that the log was asked */
  get size(): number {
    return this.places.size;
  }

  has(place: string): boolean {
    return this.places.has(place);
  }

  /** Asks the log again. @throws StreamDamaged when what it says of them is damaged itself, and not accepted */
  async ask(): Promise<void> {
    const { places, damaged } = await readAcceptances(this.log);
    if (damaged) throw damaged;
    this.places = places;
  }

  /** The damaged event that this one accepts. */
  by(event: RecordedEvent): Acceptance | undefined {
    return !event.isForeign && isAcceptance(event) ? (event.data as unknown as Acceptance) : undefined;
  }

  /** The places (`placeOf`) that were accepted up to a position. */
  async upTo(position: Position): Promise<string[]> {
    await this.ask();
    return [...this.places].filter(([, acceptedAt]) => acceptedAt <= position).map(([place]) => place);
  }
}
