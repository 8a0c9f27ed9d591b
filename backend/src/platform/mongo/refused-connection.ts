import mongoose, { type mongo } from 'mongoose';
import { StoreUnavailable } from '../store-unavailable.js';
import { WrongDatabase } from './format.js';

const { MongoCompatibilityError, MongoParseError, MongoAPIError, MongoServerError, MongoServerSelectionError } =
  mongoose.mongo;

const UNAUTHORIZED = 13;
const AUTHENTICATION_FAILED = 18;
const MALFORMED =
  'is not an address of MongoDB. It must be like mongodb://user:password@host:27017/database (or mongodb+srv://)';

/** Why a database cannot be used, for people; never shows the address itself, which may hold a password. */
export function explain(error: unknown): string {
  if (error instanceof WrongDatabase) return error.message;
  if (error instanceof StoreUnavailable) return explain(error.cause);
  if (error instanceof MongoServerSelectionError) return explainSelection(error);
  if (error instanceof MongoServerError) return explainAnswer(error);
  if (error instanceof MongoAPIError || error instanceof MongoParseError || error instanceof TypeError)
    return MALFORMED;
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall?.startsWith('query')) return `the host's DNS record cannot be found (${syscall})`;
  return `the connection failed: ${error instanceof Error ? error.message : error}`;
}

function explainAnswer(error: mongo.MongoServerError): string {
  if (error.code === AUTHENTICATION_FAILED) return 'the server refuses this user and password';
  if (error.code === UNAUTHORIZED) return 'the server wants a user who may read and write the database and the vault';
  return `the server answers: ${error.message}`;
}

function explainSelection({ reason, message }: mongo.MongoServerSelectionError): string {
  const servers = [...(reason?.servers.values() ?? [])];
  const hosts = servers.map(({ address }) => address).join(', ');
  const causes = servers.flatMap(({ error }) => error ?? []);
  if (causes.some((cause) => isAlien(cause))) return `what answers at ${hosts} does not speak MongoDB's protocol`;
  const tooOld = causes.find((cause) => cause instanceof MongoCompatibilityError);
  if (tooOld) return tooOld.message;
  if (causes.length === 0 && servers.length > 0) return `no primary can be found among ${hosts}`;
  return `no MongoDB answers at ${hosts}: ${causes[0]?.message ?? message}`;
}

/** The driver reads any bytes as a message and stumbles over its length or opcode. */
function isAlien(cause: Error): boolean {
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  return [cause, inner].some(({ name, message }) => name === 'MongoParseError' || message.includes('message size'));
}
