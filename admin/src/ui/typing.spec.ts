/** @jest-environment node */
import { tellOfTyping } from './typing.js';

const MINUTE = 60_000;

it('the server hears once a minute that somebody is typing', () => {
  const page = new EventTarget();
  let [now, told] = [0, 0];
  tellOfTyping(
    page as unknown as Document,
    () => {
      told += 1;
    },
    () => now,
  );
  const typesAt = (ms: number) => {
    now = ms;
    page.dispatchEvent(new Event('input'));
    return told;
  };
  expect([1_000, MINUTE, MINUTE + 1_000, 2 * MINUTE, 31 * MINUTE].map(typesAt)).toEqual([0, 1, 1, 2, 3]);
});
