import { BEFORE, DROP, logOf } from '@supreme-access/test/fixtures/history.js';
import { causesOf } from '../../event-sourcing/causes.js';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import { graphOf } from './event-pages.js';

/** Each event is of a command of its own, and names the one before it in its stream as its cause. */
function chained(events: readonly RecordedEvent[]): RecordedEvent[] {
  return events.map((event, index) => {
    const causationId = events.slice(0, index).findLast(({ stream }) => stream === event.stream)?.id;
    const metadata = { ...event.metadata, commandId: `c-${index}`, ...(causationId ? { causationId } : {}) };
    return { ...event, metadata };
  });
}

describe('the causes of an event', () => {
  it('are the event or the command that the log names, and what the same command made before', () => {
    const [first, second] = chained(logOf(BEFORE.slice(0, 2)));
    if (!first || !second) throw new Error('there are two');
    const changed = (changes: Partial<RecordedEvent['metadata']>) => ({
      ...second,
      metadata: { ...second.metadata, ...changes },
    });
    for (const causationId of [first.id, first.metadata.commandId]) {
      expect(causesOf(changed({ causationId }), [first])).toEqual([{ cause: first, kind: 'recorded' }]);
    }
    expect(causesOf(changed({ causationId: 'not here' }), [first])).toEqual([]);
    const { commandId } = first.metadata;
    expect(causesOf(changed({ causationId: undefined, commandId }), [first])).toEqual([
      { cause: first, kind: 'together' },
    ]);
  });

  it('are walked three links deep, and what follows as well', () => {
    const events = chained(logOf(DROP)).filter(({ stream }) => stream === 'order-order-1');
    const charge = events.find(({ type }) => type === 'FeeCharged');
    if (!charge) throw new Error('nothing was charged');
    const graph = graphOf(charge, events);
    expect(graph.events.map(({ type }) => type)).toEqual([
      'CheckoutStarted',
      'CheckoutSucceeded',
      'FeeChargeStarted',
      'FeeCharged',
      'RefundRequested',
      'FeeRefunded',
    ]);
    expect(graph.isCut).toBe(true);
    expect(graph.links).toHaveLength(5);
  });

  it('are said to be cut off where an event before names one that is not here, or its own was not found in time', () => {
    const [first, second] = chained(logOf(BEFORE.slice(0, 2)));
    if (!first || !second) throw new Error('there are two');
    const far = { ...first, metadata: { ...first.metadata, causationId: 'not here' } };
    const next = { ...second, metadata: { ...second.metadata, causationId: far.id } };
    expect(graphOf(next, [far, next]).isCut).toBe(true);
    expect(graphOf(far, [far]).isCut).toBe(false);
    expect(graphOf(far, [far], false).isCut).toBe(true);
  });
});
