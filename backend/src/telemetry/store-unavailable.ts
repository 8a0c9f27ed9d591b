/** Transient: no answer in time, or the outcome of a write is unknown. The call may be repeated. */
export class StoreUnavailable extends Error {
  readonly statusCode = 503;
}

/** No room on disk; nothing was written. Code `storage-full`. */
export class StorageFull extends StoreUnavailable {}

/** The files are not those that were opened; only a restart helps. Code `log-replaced`. */
export class LogReplaced extends StoreUnavailable {}

export function isAway(error: unknown): error is StoreUnavailable {
  return error instanceof StoreUnavailable && !(error instanceof StorageFull || error instanceof LogReplaced);
}
