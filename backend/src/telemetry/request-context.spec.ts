import { jest } from '@jest/globals';
import {
  currentRequest,
  inRequest,
  outsideRequests,
  RequestContext,
  timeLeft,
  timeLeftForPartner,
  withinRequest,
} from './request-context.js';

const late = () => new Error('late');

describe('the time of a request', () => {
  let request: RequestContext;
  beforeEach(() => {
    jest.useFakeTimers();
    request = new RequestContext();
  });
  afterEach(() => {
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
  const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);

  it('is ten seconds for all that it waits for together', async () => {
    const waited = inRequest(request, async () => {
      const left = [timeLeft(15_000), timeLeft(1_500)];
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      left.push(timeLeft(15_000), timeLeft(1_500));
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return [...left, timeLeft(1_500)];
    });
    await seconds(11);
    expect(await waited).toEqual([10_000, 1_500, 3_000, 1_500, 0]);
  });

  it('is as long as its route says, and has no end once the answer is out', async () => {
    request.allow(60_000);
    await seconds(20);
    expect(inRequest(request, () => timeLeft(100_000))).toBe(40_000);
    request.end();
    expect(inRequest(request, () => timeLeft(100_000))).toBe(100_000);
  });

  it('leaves enough to record what a partner answers, and lets nothing be sent after that', async () => {
    await seconds(3);
    expect(inRequest(request, () => timeLeftForPartner(20_000))).toBe(5_000);
    await seconds(6);
    expect(inRequest(request, () => timeLeftForPartner(20_000))).toBe(0);
    expect(timeLeftForPartner(20_000)).toBe(20_000);
  });

  it('ends a wait for what goes on, and not one that is over', async () => {
    const [never, soon] = inRequest(request, () => [
      withinRequest(new Promise<never>(() => undefined), late).catch((error: unknown) => error),
      withinRequest(Promise.resolve('soon'), late),
    ]);
    expect(await soon).toBe('soon');
    await seconds(10);
    expect(await never).toEqual(late());
  });

  it('is nobody’s in what many wait for', () => {
    inRequest(request, () => {
      expect(currentRequest()).toBe(request);
      expect(outsideRequests(currentRequest)).toBeUndefined();
      expect(outsideRequests(() => timeLeft(70_000))).toBe(70_000);
    });
  });
});
