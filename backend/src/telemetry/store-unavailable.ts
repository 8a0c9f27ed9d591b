/**
 * A store did not answer for as long as its adapter waits, or a write's outcome is not known. It passes: the same call may be
 * repeated. Answered as 503.
 */
export class StoreUnavailable extends Error {
  readonly statusCode = 503;
}

/** The disk of the stores has no room for this. Nothing was written, and it passes once there is room: 503 `storage-full`. */
export class StorageFull extends StoreUnavailable {}

/** The stores are not those that this process has opened. Nothing was written, and a new start alone helps: 503 `log-replaced`. */
export class LogReplaced extends StoreUnavailable {}

/** The store cannot be reached, which passes: neither a full disk nor another store. */
export function isAway(error: unknown): error is StoreUnavailable {
  return error instanceof StoreUnavailable && !(error instanceof StorageFull || error instanceof LogReplaced);
}
