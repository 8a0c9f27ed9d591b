import mongoose, { type mongo } from 'mongoose';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { UnknownFormat } from '../format.js';
import { WrongDatabase } from './format.js';

const { MongoClient, MongoServerError } = mongoose.mongo;

const UNAUTHORIZED = 13;
const AUTHENTICATION_FAILED = 18;

/** @throws WrongDatabase without the address, which may hold a password */
export function assertAddress(url: string): void {
  try {
    new MongoClient(url);
  } catch (error) {
    const text = 'is not an address of MongoDB, like mongodb://user:password@host:27017/database or mongodb+srv://...';
    throw new WrongDatabase(text, { cause: error });
  }
}

export function explain(error: unknown): string {
  if (error instanceof WrongDatabase || error instanceof UnknownFormat) return error.message;
  if (error instanceof StoreUnavailable) return explain(error.cause);
  if (isSelectionError(error)) return explainSelection(error.reason);
  if (error instanceof MongoServerError) return explainAnswer(error);
  const { syscall, message } = error as NodeJS.ErrnoException;
  return syscall?.startsWith('query') ? `the host's DNS record cannot be found (${message})` : `it fails: ${message}`;
}

function explainAnswer(error: mongo.MongoServerError): string {
  if (error.code === AUTHENTICATION_FAILED) return 'the server refuses this user and password';
  if (error.code === UNAUTHORIZED) return 'the server wants a user who may read and write the database and the vault';
  return `the server answers: ${error.message}`;
}

function isSelectionError(error: unknown): error is { reason: mongo.TopologyDescription } {
  return error instanceof Error && error.name.endsWith('ServerSelectionError') && 'reason' in error;
}

function explainSelection({ servers }: mongo.TopologyDescription): string {
  const hosts = [...servers.keys()].join(', ');
  const [cause] = [...servers.values()].flatMap(({ error }) => error ?? []);
  const isSilent = [...servers.values()].every(({ type }) => type === 'Unknown');
  if (!cause) return isSilent ? `no MongoDB answers at ${hosts}` : `no primary can be found among ${hosts}`;
  if (cause.name === 'MongoCompatibilityError') return cause.message;
  if (/closed$|ECONNRESET/.test(cause.message)) {
    return `what listens at ${hosts} ends the connection: it is no MongoDB, or tls is not set as it wants`;
  }
  return `no MongoDB answers at ${hosts}: ${cause.message}`;
}
