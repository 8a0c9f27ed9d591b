/**
 * A store did not answer for as long as its adapter waits, or a write's outcome is not known. It passes: the same call may be
 * repeated. Answered as 503.
 */
export class StoreUnavailable extends Error {
  readonly statusCode = 503;
}
