import { jest } from '@jest/globals';
import { api } from './api.js';
import { serverNow, syncClock } from './clock.js';

const HERE = Date.UTC(2026, 2, 6, 11);
const AHEAD = 90_000;

describe("the server's clock", () => {
  beforeEach(() => void jest.useFakeTimers({ now: HERE }));
  afterEach(async () => {
    jest.restoreAllMocks();
    jest.spyOn(api, 'get').mockResolvedValue({ now: Date.now() });
    await syncClock();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('is read correctly from a slow answer, which is half a round trip old', async () => {
    jest.spyOn(api, 'get').mockImplementation(async () => {
      jest.setSystemTime(Date.now() + 2_000);
      const now = Date.now() + AHEAD;
      jest.setSystemTime(Date.now() + 2_000);
      return { now } as never;
    });
    await syncClock();
    expect(serverNow() - Date.now()).toBe(AHEAD);
  });

  it('keeps its offset when an answer contains no time', async () => {
    jest.spyOn(api, 'get').mockResolvedValue({});
    await syncClock();
    expect(serverNow()).toBe(Date.now());
  });
});
