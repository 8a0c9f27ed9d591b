import { type AcceptedPlaces, readAcceptances } from '../platform/log/acceptances.js';
import type { RecordedEvent } from '../platform/log/event-log.js';
import { type Damage, placeOf, StreamDamaged } from '../platform/log/stream-integrity.js';
import type { LogSource } from './log-source.js';

/** A stream as far as it may be folded. */
export interface WholeStream {
  events: RecordedEvent[];
  /** why it ends there; null: it is whole */
  damage: Damage | null;
}

/** Reads streams from their beginning, as far as they are what this program wrote, without what was accepted; whether their hashes follow is what verifying tells. */
export class WholeStreams {
  private accepted: AcceptedPlaces | undefined;

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
        if (await this.isAccepted(event)) continue;
        if (event.isForeign) return { events, damage: { stream, revision, reason: 'no-envelope' } };
        events.push(event);
      }
    } catch (error) {
      if (!(error instanceof StreamDamaged)) throw error;
      return { events, damage: error.damage };
    }
    return { events, damage: null };
  }

  private async isAccepted(event: RecordedEvent): Promise<boolean> {
    const readStream = (name: string) => this.source.stream(name);
    this.accepted ??= (await readAcceptances({ readStream })).places;
    return this.accepted.has(placeOf(event));
  }
}
