import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { realEventStores } from '@supreme-access/test/standins/eventstore/real.js';
import { type EventStoreFault, startEventStore } from '@supreme-access/test/standins/eventstore/server.js';
import { Faults } from '@supreme-access/test/standins/faults.js';
import { eventLogContract } from './event-log.contract.js';
import { openEventStoreLog } from './eventstore-event-log.js';

/** Each is invisible to a caller; `conflict` is not, and has its own test. */
const INVISIBLE: Record<Exclude<EventStoreFault, 'conflict'>, number> = {
  refused: 0.01,
  'not-leader': 0.01,
  delay: 0.01,
  hang: 0.01,
  'answer-lost': 0.01,
  'answer-hung': 0.01,
  'applied-late': 0.01,
  'stream-killed': 0.01,
  'stream-ended': 0.01,
  duplicate: 0.01,
};
const seed = Number(process.env.FAULT_SEED ?? process.env.SPEC_SEED ?? 1);

const GIVES_UP = { givesUp: true };
/** ms */
const MOMENT = 20;

eventLogContract('EventStoreDB (stand-in)', () => onStandIn(new Faults()), GIVES_UP);

async function atEveryTurn() {
  const faults = new Faults<EventStoreFault>();
  faults.rates(INVISIBLE, seed);
  return onStandIn(faults, () => {
    const committed = Object.values<number>(faults.counts).reduce((sum, count) => sum + count, 0);
    expect(committed).toBeGreaterThan(20);
  });
}

eventLogContract(`EventStoreDB (stand-in, each fault at 1 % of calls, FAULT_SEED=${seed})`, atEveryTurn, GIVES_UP);

for (const { name, start, missing } of await realEventStores()) {
  if (missing) describe(`event log: ${name}`, () => it.skip(missing, () => {}));
  else eventLogContract(name, () => onReal(start), { openWithin: 300_000 });
}

async function onReal(start: () => Promise<{ url: string; stop(): Promise<unknown> }>) {
  const server = await start();
  let log = await openEventStoreLog(server.url, { openTimeout: 30_000 });
  const reopen = async () => {
    await log.close();
    log = await openEventStoreLog(server.url);
    return log;
  };
  const close = async () => {
    await log.close();
    await server.stop();
  };
  return { log, reopen, close };
}

async function onStandIn(faults: Faults<EventStoreFault>, atTheEnd = () => {}) {
  const held = new HeldAppends();
  const lateBy = () => held.next() ?? wait(MOMENT);
  const server = await startEventStore({ faults, delay: MOMENT, down: 50, lateBy });
  const open = () => openEventStoreLog(server.url, { appendTimeout: 250, silence: 250, patience: 30_000 });
  let log = await open();
  const close = async () => {
    await log.close();
    await server.stop();
    atTheEnd();
  };
  const reopen = async () => {
    await log.close();
    await server.stop();
    await server.start();
    log = await open();
    return log;
  };
  const late = () => {
    faults.next('applied-late');
    return held.one();
  };
  return { log, reopen, late, close };
}

/** Appends that are applied when a spec says so. */
class HeldAppends {
  private wanted = 0;
  private readonly waiting: (() => void)[] = [];

  /** What the next one waits for; undefined when nobody wants it held. */
  next(): Promise<void> | undefined {
    if (this.wanted === 0) return undefined;
    this.wanted -= 1;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  one(): () => Promise<void> {
    this.wanted += 1;
    return async () => {
      while (this.waiting.length === 0) await wait(1);
      this.waiting.shift()?.();
      await nextTurn();
    };
  }
}
