import type { EventLog } from './event-log.js';

export function logOver(log: EventLog, changed: Partial<EventLog>): EventLog {
  return {
    append: (...asked) => log.append(...asked),
    readStream: (...asked) => log.readStream(...asked),
    wasCut: (stream) => log.wasCut(stream),
    readAll: (...asked) => log.readAll(...asked),
    at: (position) => log.at(position),
    lookBack: (options) => log.lookBack(options),
    subscribe: (options) => log.subscribe(options),
    head: () => log.head(),
    close: () => log.close(),
    ...changed,
  };
}
