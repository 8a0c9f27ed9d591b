import mongoose from 'mongoose';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';

const { MongoBulkWriteError, MongoNetworkError, MongoNotConnectedError, MongoServerError, MongoServerSelectionError } =
  mongoose.mongo;

const BETWEEN_CLIENTS = new Set([
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoNotConnectedError',
  'MongoPoolClosedError',
  'MongoTopologyClosedError',
]);
/** github.com/mongodb/specifications, retryable-writes and -reads; github.com/mongodb/mongo, error_codes.yml */
const PASSING = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  43, // CursorNotFound: the server was restarted during a read
  46, // LockBusy
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout: written, perhaps not on a majority
  89, // NetworkTimeout
  91, // ShutdownInProgress
  107, // LockFailed
  112, // WriteConflict
  117, // ConflictingOperationInProgress
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  145, // PooledConnectionsDropped
  175, // QueryPlanKilled
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  215, // DatabaseDropPending
  216, // ElectionInProgress
  237, // CursorKilled
  246, // SnapshotUnavailable
  262, // ExceededTimeLimit
  264, // TooManyFilesOpen
  276, // IndexBuildAborted
  279, // ClientDisconnect
  314, // ObjectIsBusy
  355, // InterruptedDueToStorageChange
  365, // TemporarilyUnavailable
  371, // UserWritesBlocked: during a cluster migration
  402, // ResourceExhausted
  407, // PooledConnectionAcquisitionExceededTimeLimit
  433, // AdmissionQueueOverflow
  449, // RateLimitExceeded
  9001, // SocketException
  10058, // LegacyNotPrimary
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11601, // Interrupted
  11602, // InterruptedDueToReplStateChange
  12586, // BackgroundOperationInProgressForDatabase
  12587, // BackgroundOperationInProgressForNamespace
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);
/** https://www.mongodb.com/docs/manual/reference/error-codes/ and MongoErrorLabel of the driver */
const PASSING_LABELS = ['RetryableWriteError', 'RetryableError', 'SystemOverloadedError', 'TransientTransactionError'];
const NO_CONNECTION = 'MongoWaitQueueTimeoutError';
/** The driver passes socket errors on (Connection.writeCommand of 7.8). */
const BROKEN_SOCKET = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH']);
const DUPLICATE_KEY = 11_000;

export function isPassing(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (error instanceof StoreUnavailable) return true;
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  if (BROKEN_SOCKET.has(String(code)) || BETWEEN_CLIENTS.has(String(name)) || name === NO_CONNECTION) return true;
  if (!(error instanceof MongoServerError)) return false;
  if (PASSING_LABELS.some((label) => error.hasErrorLabel(label))) return true;
  const statements = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (statements.length > 0) return isPassingInPart(statements.map(({ code }) => code));
  return PASSING.has(Number(error.code)) || (error.errorResponse !== error && isPassing(error.errorResponse));
}

/** A duplicate key means a newer row; another statement may succeed later. */
function isPassingInPart(codes: readonly number[]): boolean {
  const isRetryable = codes.every((code) => code === DUPLICATE_KEY || PASSING.has(code));
  return isRetryable && codes.some((code) => code !== DUPLICATE_KEY);
}

export function isWithoutServer(error: unknown): boolean {
  if (error instanceof MongoServerSelectionError || error instanceof MongoNotConnectedError) return true;
  if (error instanceof Error && error.name === NO_CONNECTION) return true;
  return error instanceof MongoServerError && error.errorResponse !== error && isWithoutServer(error.errorResponse);
}

export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}
