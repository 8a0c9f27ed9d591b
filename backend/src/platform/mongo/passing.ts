import mongoose from 'mongoose';
import { StoreUnavailable } from '../store-unavailable.js';

const { MongoNetworkError, MongoNotConnectedError, MongoServerError, MongoServerSelectionError } = mongoose.mongo;

/** names of what is thrown while a client begins anew, which ends the sessions of calls that wait; not all of them are exported */
const BETWEEN_CLIENTS = new Set([
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoNotConnectedError',
  'MongoPoolClosedError',
  'MongoTopologyClosedError',
]);
/** Source: github.com/mongodb/specifications, retryable-writes and retryable-reads */
const PASSING = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  43, // CursorNotFound: the server was restarted during a read
  64, // WriteConcernTimeout: written, perhaps not on a majority
  89, // NetworkTimeout
  91, // ShutdownInProgress
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);
/** What a socket says that breaks while the driver waits to write: it hands this on as it is (Connection.writeCommand of 7.8). */
const BROKEN_SOCKET = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH']);
const DUPLICATE_KEY = 11_000;

/** Whether the same call may succeed in a moment. */
export function isPassing(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (error instanceof StoreUnavailable) return true;
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  if (BROKEN_SOCKET.has(String(code)) || BETWEEN_CLIENTS.has(String(name))) return true;
  if (!(error instanceof MongoServerError)) return false;
  // A bulk write wraps what broke it in an error of its own.
  return PASSING.has(Number(error.code)) || (error.errorResponse !== error && isPassing(error.errorResponse));
}

/** The client has found no server for as long as it looks, or is not connected at all. */
export function isWithoutServer(error: unknown): boolean {
  if (error instanceof MongoServerSelectionError || error instanceof MongoNotConnectedError) return true;
  return error instanceof MongoServerError && error.errorResponse !== error && isWithoutServer(error.errorResponse);
}

/** A document with this `_id` was there already. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}
