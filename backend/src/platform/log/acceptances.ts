import { type EventLog, type Position, type RecordedEvent } from './event-log.js';
import { all } from './reading.js';
import { type Accepted, damageOf, type Link, linkAfter, placeOf, StreamDamaged } from './stream-integrity.js';

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

export const ACCEPTANCES = 'system-acceptances';

/** Which damaged events operators have accepted. The log says it, and is asked again whenever a damage is met. */
export class Acceptances implements Accepted {
  private places = new Map<string, Position>();

  constructor(private readonly log: Pick<EventLog, 'readStream'>) {}

  /** as of the last time that the log was asked */
  get size(): number {
    return this.places.size;
  }

  has(place: string): boolean {
    return this.places.has(place);
  }

  /** Asks the log again. @throws StreamDamaged when what it says of them is damaged itself, and not accepted */
  async ask(): Promise<Link | undefined> {
    const { places, end } = read(await all(this.log.readStream(ACCEPTANCES)));
    this.places = places;
    return end;
  }

  /** The damaged event that this one accepts. */
  by({ stream, type, data, isForeign }: RecordedEvent): Acceptance | undefined {
    const isOne = !isForeign && stream === ACCEPTANCES && type === 'DamageAccepted';
    return isOne ? (data as unknown as Acceptance) : undefined;
  }

  /** The places (`placeOf`) that were accepted up to a position. */
  async upTo(position: Position): Promise<string[]> {
    await this.ask();
    return [...this.places].filter(([, acceptedAt]) => acceptedAt <= position).map(([place]) => place);
  }
}

/** A damaged event accepts nothing, not even itself; a later one that follows it may accept it. */
function read(events: readonly RecordedEvent[]): { places: Map<string, Position>; end: Link | undefined } {
  const places = new Map<string, Position>();
  const damaged: StreamDamaged[] = [];
  let end: Link | undefined;
  for (const event of events) {
    const damage = damageOf(end, event);
    if (damage) damaged.push(new StreamDamaged(damage));
    else places.set(placeOf(event.data as unknown as Acceptance), event.position);
    end = linkAfter(end, event);
  }
  const open = damaged.find(({ damage }) => !places.has(placeOf(damage)));
  if (open) throw open;
  return { places, end };
}
