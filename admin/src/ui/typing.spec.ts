/** @jest-environment node */
import { pingWhileTyping } from './typing.js';

const MINUTE = 60_000;

it('typing pings the server once a minute', () => {
  const page = new EventTarget();
  let [now, pings] = [0, 0];
  pingWhileTyping(
    page as unknown as Document,
    () => {
      pings += 1;
    },
    () => now,
  );
  const typesAt = (ms: number) => {
    now = ms;
    page.dispatchEvent(new Event('input'));
    return pings;
  };
  expect([1_000, MINUTE, MINUTE + 1_000, 2 * MINUTE, 31 * MINUTE].map(typesAt)).toEqual([0, 1, 1, 2, 3]);
});
