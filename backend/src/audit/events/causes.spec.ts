import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@supreme-access/test/support/root.js';
import type { RecordedEvent } from '../../platform/log/event-log.js';
import {
  attempted,
  BEFORE,
  bought,
  charged,
  charging,
  DROP,
  happens,
  logOf,
  refund,
  refunded,
} from '../history.fixture.js';
import { causesOf, typesOfCauses } from './causes.js';
import { graphOf } from './event-pages.js';

const told = (events: readonly RecordedEvent[], type: string, stream = 'order-order-1') => {
  const index = events.findIndex((event) => event.type === type && event.stream === stream);
  const event = events[index];
  if (!event) throw new Error(`there is no ${type}`);
  return causesOf(event, events.slice(0, index)).map(({ cause, kind }) => `${kind}: ${cause.stream} ${cause.type}`);
};
/** Each event is another command's, as the log's own are. */
const apart = (events: RecordedEvent[]) =>
  events.map((event) => ({ ...event, metadata: { ...event.metadata, commandId: event.id, correlationId: event.id } }));

describe('the causes of an event', () => {
  const events = apart(logOf(DROP));

  it('are told by what the events say, where the log names none', () => {
    expect(told(events, 'OrderPlaced')).toEqual(['meaning: product-box-hoodie SlotReserved']);
    expect(told(events, 'CheckoutStarted')).toEqual(['meaning: product-box-hoodie ReleaseStarted']);
    expect(told(events, 'FeeCharged')).toEqual(['meaning: order-order-1 FeeChargeStarted']);
    expect(told(events, 'OrderClosed', 'order-order-2')).toEqual(['meaning: order-order-2 CheckoutRefused']);
    expect(told(events, 'ReleaseFinished', 'product-box-hoodie')).toEqual([
      'meaning: product-box-hoodie ReleaseStarted',
    ]);
  });

  it('are those that name the same refund, mail or order, and no other’s', () => {
    const both = [refund(1, 'r1', 1_000), refund(1, 'r2', 500), refunded(1, 'r1', 1_000), refunded(1, 'r2', 500)];
    const all = apart(logOf([...BEFORE, attempted(1), bought(1), charging(1), charged(1), ...both]));
    const last = all.at(-1);
    const [cause] = last ? causesOf(last, all.slice(0, -1)) : [];
    expect(cause?.cause.data).toMatchObject({ refundId: 'r2' });
    expect(told(all, 'OrderPlaced', 'order-order-2')).toHaveLength(1);
  });

  it('are named as recorded where the log does, and as together where one command made both', () => {
    const [first, second, third] = apart(logOf([...BEFORE.slice(0, 2), happens(1, 'OrderArchived', {})]));
    if (!first || !second || !third) throw new Error('there are three');
    const caused = { ...second, metadata: { ...second.metadata, causationId: first.metadata.commandId } };
    expect(causesOf(caused, [first])).toEqual([{ cause: first, kind: 'recorded' }]);
    const beside = { ...third, metadata: { ...third.metadata, commandId: second.metadata.commandId } };
    expect(causesOf(beside, [first, second])).toEqual([{ cause: second, kind: 'together' }]);
  });

  it('name only events that there are', async () => {
    const known = await readFile(join(ROOT, 'docs/events.md'), 'utf8');
    const missing = typesOfCauses().filter((type) => !known.includes(type));
    expect(missing).toEqual([]);
  });

  it('are walked three links deep, and what follows as well', () => {
    const charge = events.find(({ type }) => type === 'FeeCharged');
    if (!charge) throw new Error('nothing was charged');
    const graph = graphOf(charge, events);
    const types = graph.events.map(({ type }) => type);
    expect(types).toEqual([
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
});
