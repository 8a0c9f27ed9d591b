import type { EventLog } from './event-log.js';

export function logOver(log: EventLog, changed: Partial<EventLog>): EventLog {
  return {
    append: (...args) => log.append(...args),
    readStream: (...args) => log.readStream(...args),
    wasCut: (stream) => log.wasCut(stream),
    readAll: (...args) => log.readAll(...args),
    at: (position) => log.at(position),
    lookBack: (options) => log.lookBack(options),
    subscribe: (options) => log.subscribe(options),
    head: () => log.head(),
    close: () => log.close(),
    ...changed,
  };
}
