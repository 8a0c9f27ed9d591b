import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { StorageFull } from '../telemetry/store-unavailable.js';
import { freeSpaceOf, RESERVE, readLately, StorageRoom } from './storage-room.js';

const MIB = 2 ** 20;
const LEAST = 64 * MIB;

describe('the room on the disk', () => {
  let directory: string;
  let reserve: string;
  let free: number;
  let said: string[];
  let room: StorageRoom;
  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    directory = await mkdtemp(join(tmpdir(), 'room-'));
    reserve = join(directory, 'reserve');
    [free, said] = [1_000 * MIB, []];
    room = new StorageRoom({ free: () => free, least: LEAST, reserve, say: (text) => said.push(text) });
  });
  afterEach(async () => {
    await room.stop();
    jest.useRealTimers();
    await rm(directory, { recursive: true });
  });

  it('is enough for anything new down to the bytes that are asked for, and no further', () => {
    free = LEAST;
    room.assertEnough();
    expect(room.trouble).toBeNull();
    free = LEAST - 1;
    expect(() => room.assertEnough()).toThrow(StorageFull);
    expect(room.trouble).toBe('the disk of DATA_DIR is full: 63 MiB are left and 64 are needed');
  });

  it('is read once in some ms for new work, and again before any is refused', () => {
    let reads = 0;
    const read = () => {
      reads += 1;
      return free;
    };
    const busy = new StorageRoom({ free: read, lately: readLately(read), least: LEAST });
    for (const _ of [1, 2, 3]) busy.assertEnough();
    expect(reads).toBe(1);
    free = LEAST - 1;
    jest.advanceTimersByTime(10);
    expect(() => busy.assertEnough()).toThrow(StorageFull);
    free = LEAST;
    busy.assertEnough();
  });

  it('is taken by what has happened for much longer, and by what can be made anew not quite as long', () => {
    free = 24 * MIB;
    room.assertWritableAnew();
    free -= 1;
    expect(() => room.assertWritableAnew()).toThrow(StorageFull);
    room.assertWritable(1_000);
    free = 16 * MIB;
    expect(() => room.assertWritable(1)).toThrow(StorageFull);
  });

  it('has a reserve that is really on the disk, is given up for what has happened, and is made again', async () => {
    room.watch();
    await room.stop();
    const { size, blocks } = statSync(reserve);
    expect([size, blocks * 512]).toEqual([RESERVE, expect.any(Number)]);
    expect(blocks * 512).toBeGreaterThanOrEqual(RESERVE);

    room.watch();
    await room.stop();
    free = 10 * MIB;
    // As a disk does it: what was given up is free.
    room = new StorageRoom({
      free: () => free + (existsSync(reserve) ? 0 : RESERVE),
      least: LEAST,
      reserve,
      say: (text) => said.push(text),
    });
    room.watch();
    room.assertWritable(1_000);
    expect(existsSync(reserve)).toBe(false);
    jest.advanceTimersByTime(5_000);
    await room.stop();
    expect(existsSync(reserve)).toBe(false);

    free = LEAST;
    room.watch();
    await room.stop();
    expect(existsSync(reserve)).toBe(true);
    expect(said).toEqual([
      'the disk of DATA_DIR is full: 10 MiB are left and 64 are needed',
      'there is room on the disk of DATA_DIR again',
    ]);
  });

  it('is not made smaller by a reserve that leaves too little', async () => {
    free = LEAST + RESERVE - 1;
    room.watch();
    await room.stop();
    expect(existsSync(reserve)).toBe(false);
  });

  it('is read from the disk, and nothing is known of one that does not say', () => {
    expect(freeSpaceOf(directory)()).toBeGreaterThan(0);
    expect(freeSpaceOf(join(directory, 'gone'))()).toBeNull();
    StorageRoom.elsewhere().assertWritable(Number.MAX_SAFE_INTEGER);
  });
});
