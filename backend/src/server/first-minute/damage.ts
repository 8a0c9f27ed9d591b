import type { Damage } from '@supreme-access/contract/shapes/first-minute.js';
import { lineOf } from '../../audit/export/export-lines.js';
import { verifyLog } from '../../audit/verify.js';
import type { Schema } from '../../event-sourcing/codec.js';
import { ours } from '../../event-sourcing/ours.js';
import type { EventLog, RecordedEvent } from '../../stores/event-log/event-log.js';

/** The money first: that is what somebody would change. */
const WANTED = ['FeeCharged', 'SlotReserved', 'ProductCreated'];
const AMOUNT = /"(?:amount|price)":(?=\d)/;
/** characters shown on either side of the byte */
const SHOWN = 40;

interface Change {
  event: RecordedEvent;
  changed: Damage['changed'];
}

/**
 * Verifies the log, and then a copy of it in memory in which one digit of one event is another. The log itself is only read.
 * @throws Error when the log holds nothing that could be changed
 */
export async function damageOneByte(log: EventLog, schema: Schema): Promise<Damage> {
  const newest = new Map<string, RecordedEvent>();
  let last = 0;
  async function* asItIs() {
    for await (const event of ours(log.readAll())) {
      if (WANTED.includes(event.type)) newest.set(event.type, event);
      last = event.position;
      yield event;
    }
  }
  const { events, streams, broken } = await verifyLog(asItIs(), schema);
  const target = WANTED.flatMap((type) => newest.get(type) ?? [])[0];
  if (!target) throw new Error('the log holds no sum that could be changed');
  const { event, changed } = withOtherByte(target);
  async function* copy() {
    for await (const one of ours(log.readAll())) {
      if (one.position > last) return;
      yield one.position === event.position ? event : one;
    }
  }
  const { broken: found } = await verifyLog(copy(), schema);
  const { position, stream, revision, type } = event;
  return {
    events,
    streams,
    isIntact: broken.length === 0,
    changed,
    at: { position, stream, revision, type },
    found: found.map(({ position: at, stream: of, revision: n, problem }) => {
      return { position: at, stream: of, revision: n, problem };
    }),
  };
}

function withOtherByte(event: RecordedEvent): Change {
  const line = lineOf(event).trimEnd();
  const data = line.indexOf('"data":');
  const amount = AMOUNT.exec(line.slice(data));
  if (!amount) throw new Error(`${event.type} holds no sum`);
  const at = data + amount.index + amount[0].length;
  const was = line.charAt(at);
  const became = was === '9' ? '8' : String(Number(was) + 1);
  const [before, after] = [line.slice(0, at), line.slice(at + 1)];
  const changed = { before: before.slice(-SHOWN), was, became, after: after.slice(0, SHOWN) };
  return { event: JSON.parse(`${before}${became}${after}`) as RecordedEvent, changed };
}
