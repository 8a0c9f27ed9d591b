import mongoose from 'mongoose';
import { isPassing } from './passing.js';

const { MongoBulkWriteError, MongoExpiredSessionError, MongoServerError, BulkWriteResult } = mongoose.mongo;

const told = (code: number) => new MongoServerError({ message: 'as the server says', code });
const inBulk = (error: Error) => new MongoBulkWriteError(error as never, {} as InstanceType<typeof BulkWriteResult>);
const brokenSocket = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });

describe('a call to MongoDB may succeed in a moment', () => {
  it.each([
    ['after the primary has stepped down', told(189)],
    ['after a socket broke while it was written to', brokenSocket],
    ['after the client began anew while the call waited for a connection', new MongoExpiredSessionError()],
    ['after a socket broke in a bulk write', inBulk(brokenSocket)],
    ['after a primary stepped down in a bulk write', inBulk(told(10_107))],
  ])('%s', (_, error) => expect(isPassing(error)).toBe(true));

  it.each([
    ['after a duplicate key', told(11_000)],
    ['after a command that is not allowed', told(13)],
    ['after a mistake of ours', new TypeError('no such method')],
    ['after such a mistake in a bulk write', inBulk(new TypeError('no such method'))],
  ])('but not %s', (_, error) => expect(isPassing(error)).toBe(false));
});
