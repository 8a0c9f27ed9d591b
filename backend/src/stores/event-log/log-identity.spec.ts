import { type ExpectedLog, judge, type ObservedLog, SEEN_AGAIN_AFTER } from './log-identity.js';

const expected = (...checkpoints: [position: number, event: string | null][]): ExpectedLog => ({
  installation: 'ours',
  checkpoints: checkpoints.map(([position, event]) => ({ position, event })),
});
const observed = (head: number, at: Record<number, string> = {}, installation: string | null = 'ours') =>
  ({ installation, head, at: new Map(Object.entries(at).map(([key, id]) => [Number(key), id])) }) as ObservedLog;

describe('a log is known again by the events that were seen in it', () => {
  const seen = expected([50, 'e'], [20, 'b']);
  it.each([
    ['same', 'the event is there', seen, observed(90, { 50: 'e' })],
    ['same', 'nothing is known of it', expected(), observed(90)],
    ['same', 'what is known is that it was empty', expected([0, null]), observed(0)],
    ['same', 'an earlier program kept the position only', expected([50, null]), observed(50, { 50: 'x' })],
    ['same', 'the event is gone, and the one before is there', seen, observed(90, { 20: 'b' })],
    ['same', 'it does not say whose it is', seen, observed(90, { 50: 'e' }, null)],
    ['older', 'it ends before the event', seen, observed(40, { 20: 'b' })],
    ['older', 'it is empty', seen, observed(0, {}, null)],
    ['older', 'it ends before a position whose event was not kept', expected([50, null]), observed(40)],
    ['replaced', 'another event is there', seen, observed(90, { 50: 'x' })],
    ['replaced', 'another event is where the one before was', seen, observed(90, { 20: 'x' })],
    ['replaced', 'it is another installation', seen, observed(90, { 50: 'e' }, 'theirs')],
    ['undecided', 'all that is known is gone from its middle', seen, observed(90)],
  ] as const)('%s: %s', (judgement, _, before, now) => expect(judge(before, now)).toBe(judgement));

  it.each([
    ['older', 'ends before the event', SEEN_AGAIN_AFTER - 1, observed(40, { 20: 'b' })],
    ['replaced', 'ends before the event', SEEN_AGAIN_AFTER, observed(40, { 20: 'b' })],
    ['replaced', 'has grown beyond it without it', SEEN_AGAIN_AFTER, observed(90, { 20: 'b' })],
    ['same', 'has the event', SEEN_AGAIN_AFTER, observed(50, { 50: 'e' })],
  ] as const)('%s: it ended before the event, and %s after %d ms', (judgement, _, ms, now) =>
    expect(judge(seen, now, ms)).toBe(judgement),
  );
});
