import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import { forgetReminder, REMIND_AHEAD_MS, reminders, remindOf, useReminders } from './reminders.js';

const NOW = Date.UTC(2026, 2, 6, 10);
const RELEASE = NOW + 60 * 60_000;
const DROP = { ...PRODUCT, releaseAt: new Date(RELEASE).toISOString() };

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
  localStorage.clear();
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'Notification');
});

describe('a reminder', () => {
  it('notifies once, five minutes before, on a page opened later too', async () => {
    browser('granted');
    expect(await remindOf(DROP)).toBe(true);
    renderHook(useReminders);
    act(() => jest.advanceTimersByTime(60 * 60_000 - REMIND_AHEAD_MS - 1));
    expect(notifications).toEqual([]);
    act(() => jest.advanceTimersByTime(1));
    expect(notifications).toEqual([`${DROP.productTitle}: The release starts in five minutes.`]);
    renderHook(useReminders);
    act(() => jest.advanceTimersByTime(REMIND_AHEAD_MS));
    expect(notifications).toHaveLength(1);
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
    act(() => jest.advanceTimersByTime(60 * 60_000));
    expect(notifications).toEqual([]);
  });
});
