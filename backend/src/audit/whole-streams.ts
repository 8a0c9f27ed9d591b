import { ACCEPTANCES, type Acceptance } from '../platform/log/acceptances.js';
import type { RecordedEvent } from '../platform/log/event-log.js';
import { type Damage, placeOf, StreamDamaged } from '../platform/log/stream-integrity.js';
import { isAcceptance } from '../platform/projections/locked-streams.js';
import type { LogSource } from './log-source.js';

/** A stream as far as it may be folded. */
export interface WholeStream {
  events: RecordedEvent[];
  /** why it ends there; null: it is whole */
  damage: Damage | null;
}

/** Reads streams from their beginning, as far as they are what this program wrote; whether their hashes follow is what verifying tells. */
export class WholeStreams {
  private accepted: Set<string> | undefined;

  constructor(private readonly source: Pick<LogSource, 'stream'>) {}

  async read(stream: string): Promise<WholeStream> {
    const events: RecordedEvent[] = [];
    let next = 0;
    try {
      for await (const event of this.source.stream(stream)) {
        const { revision } = event;
        if (revision !== next)
          return { events, damage: { stream, revision, reason: next === 0 ? 'beginning' : 'gap' } };
        next += 1;
        if (!event.isForeign) events.push(event);
        else if (!(await this.isAccepted(event)))
          return { events, damage: { stream, revision, reason: 'no-envelope' } };
      }
    } catch (error) {
      if (!(error instanceof StreamDamaged)) throw error;
      return { events, damage: error.damage };
    }
    return { events, damage: null };
  }

  private async isAccepted(event: RecordedEvent): Promise<boolean> {
    this.accepted ??= await acceptedIn(this.source);
    return this.accepted.has(placeOf(event));
  }
}

async function acceptedIn(source: Pick<LogSource, 'stream'>): Promise<Set<string>> {
  const places = new Set<string>();
  for await (const event of source.stream(ACCEPTANCES)) {
    if (!event.isForeign && isAcceptance(event)) places.add(placeOf(event.data as unknown as Acceptance));
  }
  return places;
}

export function inWords(damage: Damage): string {
  return new StreamDamaged(damage).message;
}
