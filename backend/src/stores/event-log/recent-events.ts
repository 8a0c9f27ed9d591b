import type { Position, RecordedEvent } from './event-log.js';

const MAX_EVENTS = 8_192;
const MAX_BYTES = 16 * 2 ** 20;

export class RecentEvents {
  readonly #appends: { first: Position; events: readonly RecordedEvent[]; bytes: number }[] = [];
  #count = 0;
  #bytes = 0;

  push(first: Position, events: readonly RecordedEvent[], bytes: number): void {
    this.#appends.push({ first, events, bytes });
    this.#count += events.length;
    this.#bytes += bytes;
    while (this.#count > MAX_EVENTS || this.#bytes > MAX_BYTES) {
      const oldest = this.#appends.shift();
      if (!oldest) return;
      this.#count -= oldest.events.length;
      this.#bytes -= oldest.bytes;
    }
  }

  after(position: Position, limit: number): RecordedEvent[] | undefined {
    const oldest = this.#appends[0];
    if (!oldest || oldest.first > position + 1) return undefined;
    let index = this.#appends.findLastIndex(({ first }) => first <= position + 1);
    const events: RecordedEvent[] = [];
    for (; index < this.#appends.length && events.length < limit; index += 1) {
      for (const event of this.#appends[index]?.events ?? []) if (event.position > position) events.push(event);
    }
    return events;
  }
}
