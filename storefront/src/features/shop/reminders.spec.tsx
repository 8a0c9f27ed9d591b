import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import { ApiError, api } from '../../api/api.js';
import { syncClock } from '../../api/clock.js';
import { forgetReminder, REMIND_AHEAD_MS, reminders, remindOf, useReminders } from './reminders.js';

const NOW = Date.UTC(2026, 2, 6, 10);
const RELEASE = NOW + 60 * 60_000;
const DROP = { ...PRODUCT, releaseAt: new Date(RELEASE).toISOString() };

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
let get: jest.SpiedFunction<typeof api.get>;
let notifications: string[];
function browser(permission: 'granted' | 'denied') {
  class Notifications {
    static permission = permission;
    static requestPermission = async () => permission;
    constructor(title: string, { body }: { body: string }) {
      notifications.push(`${title}: ${body}`);
    }
  }
  Object.assign(window, { Notification: Notifications });
}

beforeEach(() => {
  notifications = [];
  get = jest.spyOn(api, 'get').mockResolvedValue(DROP);
  localStorage.clear();
  jest.useFakeTimers({ now: NOW });
});
afterEach(async () => {
  get.mockImplementation(async () => ({ now: Date.now() }) as never);
  await syncClock();
  jest.useRealTimers();
  get.mockRestore();
  Reflect.deleteProperty(window, 'Notification');
});

describe('a reminder', () => {
  it('notifies once, five minutes before, on a page opened later too', async () => {
    browser('granted');
    expect(await remindOf(DROP)).toBe(true);
    renderHook(useReminders);
    await pass(60 * 60_000 - REMIND_AHEAD_MS - 1);
    expect(notifications).toEqual([]);
    await pass(1);
    expect(notifications).toEqual([`${DROP.productTitle}: The release starts in 5 minutes.`]);
    renderHook(useReminders);
    await pass(REMIND_AHEAD_MS);
    expect(notifications).toHaveLength(1);
  });

  it.each([3, -3])('comes in time where the clock of the browser is wrong by %i hours', async (hours) => {
    const wrong = hours * 60 * 60_000;
    browser('granted');
    await remindOf(DROP);
    jest.setSystemTime(NOW + wrong);
    get.mockImplementation(async (path) => (path === '/api/time' ? { now: Date.now() - wrong } : DROP) as never);
    renderHook(useReminders);
    await pass(0);
    await act(syncClock);
    await pass(60 * 60_000 - REMIND_AHEAD_MS - 1);
    expect(notifications).toEqual([]);
    await pass(1);
    expect(notifications).toEqual([`${DROP.productTitle}: The release starts in 5 minutes.`]);
  });

  it('follows a release that was moved', async () => {
    browser('granted');
    await remindOf(DROP);
    get.mockResolvedValue({ ...DROP, releaseAt: new Date(RELEASE + 60 * 60_000).toISOString() });
    renderHook(useReminders);
    await pass(60 * 60_000);
    expect(notifications).toEqual([]);
    await pass(60 * 60_000 - REMIND_AHEAD_MS);
    expect(notifications).toEqual([`${DROP.productTitle}: The release starts in 5 minutes.`]);
  });

  it('is forgotten where the release has no date any more, or no product', async () => {
    browser('granted');
    for (const answer of [
      Promise.resolve({ releaseAt: null }),
      Promise.reject(new ApiError('not-found', 'No.', 404)),
    ]) {
      get.mockReturnValue(answer);
      await remindOf(DROP);
      const { unmount } = renderHook(useReminders);
      await pass(60 * 60_000 - REMIND_AHEAD_MS);
      expect(reminders()).toEqual([]);
      unmount();
      jest.setSystemTime(NOW);
    }
    expect(notifications).toEqual([]);
  });

  it('is not kept where the browser refuses permission', async () => {
    browser('denied');
    expect(await remindOf(DROP)).toBe(false);
    expect(reminders()).toEqual([]);
  });

  it('does not notify after it was removed', async () => {
    browser('granted');
    await remindOf(DROP);
    renderHook(useReminders);
    act(() => forgetReminder(DROP.productId));
    await pass(60 * 60_000);
    expect(notifications).toEqual([]);
  });
});
