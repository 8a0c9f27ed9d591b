import { mongo } from 'mongoose';
import { RateLimiterMongo, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { type MongoOptions, MongoStore } from '../../stores/mongo/mongo-store.js';
import type { LimitStore } from './limits.js';
import { memoryLimits } from './memory-limits.js';

const COLLECTION = 'limits';
/** ms; then this process counts on its own */
const PATIENCE = 1_000;
/** A failover may drop counts, which only allows a few more attempts. */
const COUNTS = { writeConcern: { w: 1 } } as const;

interface SharedLimits {
  limits: LimitStore;
  close(): Promise<void>;
}

/** A count without an answer has most likely arrived: a retry would count twice, so this process counts instead. */
function unlessCounted(error: unknown): never {
  if (error instanceof mongo.MongoNetworkTimeoutError)
    throw new Error('a count was not answered in time', { cause: error });
  throw error;
}

/** Counts that all processes share. @throws Error that names MONGODB_URL */
export async function openMongoLimits(url: string, options: MongoOptions = {}): Promise<SharedLimits> {
  const store = await MongoStore.connect(url, '', options);
  const counts = () => store.db.collection(COLLECTION, COUNTS);
  await store.repeat(() =>
    counts().createIndexes([
      { key: { expire: 1 }, expireAfterSeconds: 0 },
      { key: { key: 1 }, unique: true },
    ]),
  );
  const repeat = <T>(work: () => Promise<T>) => store.repeat(work, PATIENCE);
  const patient = {
    findOne: (filter: object) => repeat(() => counts().findOne(filter)),
    deleteOne: (filter: object) => repeat(() => counts().deleteOne(filter)),
    findOneAndUpdate: (filter: object, update: object, more: object) =>
      repeat(() => counts().findOneAndUpdate(filter, update, more).catch(unlessCounted)),
  };
  const storeClient = { collection: () => patient };
  const limits: LimitStore = (rule) => {
    const { name: keyPrefix, max: points, seconds: duration } = rule;
    const counted = { storeClient, tableName: COLLECTION, disableIndexesCreation: true };
    const limiter = new RateLimiterMongo({ ...counted, keyPrefix, points, duration });
    return new RLWrapperTimeouts({ limiter, timeoutMs: 2 * PATIENCE, insuranceLimiter: memoryLimits(rule) });
  };
  return { limits, close: () => store.close() };
}
