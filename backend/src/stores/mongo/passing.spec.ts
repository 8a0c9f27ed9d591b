import mongoose from 'mongoose';
import { isPassing } from './passing.js';

const { MongoBulkWriteError, MongoExpiredSessionError, MongoServerError, BulkWriteResult } = mongoose.mongo;

const serverError = (code: number) => new MongoServerError({ message: 'as the server says', code });
const inBulk = (error: Error) => new MongoBulkWriteError(error as never, {} as InstanceType<typeof BulkWriteResult>);
const labelled = (label: string) =>
  new MongoServerError({ message: 'as the server says', code: 1, errorLabels: [label] });
const inStatements = (...codes: number[]) => {
  const writeErrors = codes.map((code, index) => ({ code, index }));
  const all = { message: 'as the server says', code: codes[0], writeErrors };
  return new MongoBulkWriteError(all as never, {} as InstanceType<typeof BulkWriteResult>);
};
const notGiven = Object.assign(new Error('Timed out while checking out a connection'), {
  name: 'MongoWaitQueueTimeoutError',
});
const brokenSocket = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });

describe('a call to MongoDB may succeed in a moment', () => {
  it.each([
    ['after the primary has stepped down', serverError(189)],
    ['once there is room on the disk', serverError(14_031)],
    ['once two writers do not meet', serverError(112)],
    ['once the server has time', serverError(50)],
    ['once a lock is free', serverError(24)],
    ['once somebody is elected', serverError(216)],
    ['once the server admits us', labelled('SystemOverloadedError')],
    ['as the server says itself', labelled('RetryableWriteError')],
    ['after some statements met a newer row, and others another writer', inStatements(11_000, 112, 11_000)],
    ['after a socket broke while it was written to', brokenSocket],
    ['after the client began anew while the call waited for a connection', new MongoExpiredSessionError()],
    ['once another client has taken the place of one that gives no connection', notGiven],
    ['after a socket broke in a bulk write', inBulk(brokenSocket)],
    ['after a primary stepped down in a bulk write', inBulk(serverError(10_107))],
  ])('%s', (_, error) => expect(isPassing(error)).toBe(true));

  it.each([
    ['after a duplicate key', serverError(11_000)],
    ['after a command that is not allowed', serverError(13)],
    ['after statements that only met newer rows', inStatements(11_000, 11_000)],
    ['after a statement that is not allowed beside one that may pass', inStatements(112, 13)],
    ['after a mistake of ours', new TypeError('no such method')],
    ['after such a mistake in a bulk write', inBulk(new TypeError('no such method'))],
  ])('but not %s', (_, error) => expect(isPassing(error)).toBe(false));
});
