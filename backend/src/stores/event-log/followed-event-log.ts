import { PortCut, type ThreadPort } from '../thread-port.js';
import { assertAppend } from './append-bounds.js';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  type Position,
  type StoredEvent,
} from './event-log.js';
import { openEnvironment } from './lmdb-environment.js';
import type { LmdbEventLog } from './lmdb-event-log.js';
import { LmdbLogReader } from './lmdb-log-reader.js';
import { eventsIn, LmdbLogStore, toText } from './lmdb-log-store.js';

const [APPEND, FOLLOW, HEAD] = ['log.append', 'log.follow', 'log.head'];

/** The log of a thread that does not write it: it reads the files itself, and the writer appends for it. */
export async function followEventLog(path: string, port: ThreadPort): Promise<EventLog> {
  const store = new LmdbLogStore(openEnvironment(path));
  const log = new FollowedEventLog(store, port);
  port.serve(HEAD, (head: Position) => log.hear(head));
  log.hear(await port.call<Position>(FOLLOW));
  return log;
}

/** Appends what the thread at the other end sends, and announces every head to it. */
export function serveEventLog(log: LmdbEventLog, port: ThreadPort): void {
  port.serve(APPEND, (stream: string, revision: number, text: string) =>
    log.add({ stream, revision, events: eventsIn(text), text }),
  );
  port.serve(FOLLOW, () => {
    log.onHead = (head) => port.tell(HEAD, head);
    return log.head();
  });
}

class FollowedEventLog extends LmdbLogReader implements EventLog {
  constructor(
    store: LmdbLogStore,
    private readonly port: ThreadPort,
  ) {
    super(store, 0);
  }

  hear(head: Position): void {
    if (this.isClosed || head <= this.end) return;
    this.store.refresh();
    this.moveTo(head);
  }

  async append(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult> {
    const text = toText(stream, expected + 1, events);
    assertAppend(stream, expected, events, text);
    try {
      return await this.port.call<AppendResult>(APPEND, stream, expected + 1, text);
    } catch (error) {
      if (!(error instanceof PortCut)) throw error;
      throw new AppendOutcomeUnknown('the thread that writes the log has ended', { cause: error });
    }
  }
}
