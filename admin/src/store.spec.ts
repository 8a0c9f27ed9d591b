import { jest } from '@jest/globals';
import { memoryStore } from 'react-admin';
import { settingsStore } from './store.js';

it('keeps settings in memory where the storage is full, and notifies subscribers', () => {
  let isFull = false;
  const memory = memoryStore();
  const subscriber = jest.fn();
  const setItem = (key: string, value: unknown) => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
    memory.setItem(key, value);
  };
  const store = settingsStore({ ...memory, setItem });
  store.setup();
  store.setItem('theme', 'light');
  store.subscribe('theme', subscriber);
  isFull = true;
  store.setItem('theme', 'dark');
  expect([store.getItem('theme'), subscriber.mock.calls]).toEqual(['dark', [['dark']]]);
  isFull = false;
  store.setItem('theme', 'light');
  expect([store.getItem('theme'), memory.getItem('theme')]).toEqual(['light', 'light']);
});
