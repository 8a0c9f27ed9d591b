import type { RecordedEvent } from '../platform/log/event-log.js';
import { StreamDamaged } from '../platform/log/stream-integrity.js';
import type { Break } from './verify.js';

export const READS_EMPTY = 'the stream was deleted in the store: it reads empty';
/** streams that are read at once */
const AT_ONCE = 32;

/** The beginning of each stream as it is read by its name: what is deleted there, or cut off, stays among all events until a scavenge. */
export class StreamBeginnings {
  private waiting: Pick<RecordedEvent, 'stream' | 'position'>[] = [];

  constructor(private readonly first: (stream: string) => Promise<RecordedEvent | undefined>) {}

  /** A stream that was met for the first time; what is wrong with some of those before. */
  async look({ stream, position }: Pick<RecordedEvent, 'stream' | 'position'>): Promise<Break[]> {
    this.waiting.push({ stream, position });
    return this.waiting.length < AT_ONCE ? [] : this.rest();
  }

  async rest(): Promise<Break[]> {
    const some = this.waiting;
    this.waiting = [];
    const found = await Promise.all(some.map((one) => this.problemOf(one.stream)));
    return some.flatMap(({ stream, position }, index) => {
      const problem = found[index];
      return problem === undefined ? [] : [{ position, stream, revision: 0, problem }];
    });
  }

  private async problemOf(stream: string): Promise<string | undefined> {
    try {
      const event = await this.first(stream);
      if (event?.revision === 0) return undefined;
      if (event === undefined) return READS_EMPTY;
      return `the beginning of the stream was cut off in the store: it reads from revision ${event.revision} on`;
    } catch (error) {
      if (error instanceof StreamDamaged) return 'the stream was deleted in the store, for ever';
      throw error;
    }
  }
}
