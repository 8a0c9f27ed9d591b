import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { PRODUCT } from './product.fixture.js';
import { AHEAD, forgetReminder, reminders, remindOf, useReminders } from './reminders.js';

const NOW = Date.UTC(2026, 2, 6, 10);
const RELEASE = NOW + 60 * 60_000;
const DROP = { ...PRODUCT, releaseAt: new Date(RELEASE).toISOString() };

let told: string[];
function browser(permission: 'granted' | 'denied') {
  class Notifications {
    static permission = permission;
    static requestPermission = async () => permission;
    constructor(title: string, { body }: { body: string }) {
      told.push(`${title}: ${body}`);
    }
  }
  Object.assign(window, { Notification: Notifications });
}

beforeEach(() => {
  told = [];
  localStorage.clear();
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'Notification');
});

describe('a reminder', () => {
  it('is told once, five minutes before, also by a page that was opened later', async () => {
    browser('granted');
    expect(await remindOf(DROP)).toBe(true);
    renderHook(useReminders);
    act(() => jest.advanceTimersByTime(60 * 60_000 - AHEAD - 1));
    expect(told).toEqual([]);
    act(() => jest.advanceTimersByTime(1));
    expect(told).toEqual([`${DROP.productTitle}: The release starts in five minutes.`]);
    renderHook(useReminders);
    act(() => jest.advanceTimersByTime(AHEAD));
    expect(told).toHaveLength(1);
  });

  it('is not kept where the browser refuses', async () => {
    browser('denied');
    expect(await remindOf(DROP)).toBe(false);
    expect(reminders()).toEqual([]);
  });

  it('is not told once it was stopped', async () => {
    browser('granted');
    await remindOf(DROP);
    renderHook(useReminders);
    act(() => forgetReminder(DROP.productId));
    act(() => jest.advanceTimersByTime(60 * 60_000));
    expect(told).toEqual([]);
  });
});
