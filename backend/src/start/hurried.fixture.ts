import { jest } from '@jest/globals';

/** How many times as fast the monotonic clock runs, by which callers are told that they waited long enough. */
const FASTER = 20;

/** Whoever waits for a store meanwhile hears soon that it was in vain. */
export async function hurried<T>(work: () => Promise<T>): Promise<T> {
  const now = performance.now.bind(performance);
  const begun = now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => begun + FASTER * (now() - begun));
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
