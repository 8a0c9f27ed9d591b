import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { attempted, bought, charged, charging, placed } from '@supreme-access/test/fixtures/history.js';
import { created, reserved } from '@supreme-access/test/fixtures/product.js';
import { writerOf } from '@supreme-access/test/fixtures/written-log.js';
import { ACCEPTANCES } from '../event-sourcing/acceptances.js';
import { openEventStoreLog } from '../stores/event-log/eventstore-opening.js';
import { runAudit } from './run-audit.js';

const ORDERS = [1, 2, 3, 4] as const;

describe('the auditor’s tool on a log in which an operator or a stranger was at work', () => {
  let server: EventStoreEmulator;
  beforeEach(async () => {
    server = await startEventStore();
  });
  afterEach(() => server.stop());

  /** A drop of four orders, and what else is written. */
  async function leave(more: (write: ReturnType<typeof writerOf>) => Promise<unknown> = async () => undefined) {
    const log = await openEventStoreLog(server.url);
    const write = writerOf(log);
    for (const { type, data } of [created({ totalStock: 4 }), ...ORDERS.map((n) => reserved(n))]) {
      const { personal: _, ...plain } = data as { personal?: unknown };
      await write.ours('product-box-hoodie', type, plain);
    }
    for (const n of ORDERS) {
      for (const [, { type, data }] of [placed(n), attempted(n), bought(n), charging(n), charged(n)]) {
        await write.ours(`order-order-${n}`, type, {
          ...data,
          ...(type === 'OrderPlaced' ? { productId: 'box-hoodie' } : {}),
        });
      }
    }
    await more(write);
    await log.close();
  }
  async function run(...args: string[]) {
    const said: string[] = [];
    return { code: await runAudit(args, { EVENTSTORE_URL: server.url }, (text) => said.push(text)), said };
  }
  const linesOf = (said: readonly string[], word: string) => said.filter((line) => line.startsWith(word));

  it('counts and names what lies in streams that are not ours, and finds nothing wrong', async () => {
    await leave(async ({ foreign }) => {
      await foreign('foo-1');
      await foreign('foo-2');
    });
    const { code, said } = await run('verify');
    expect([code, said.slice(0, 2)]).toEqual([
      0,
      [
        '2 events are ignored because their streams belong to another program: foo-1, foo-2.',
        '25 events in 5 streams: every chain holds.',
      ],
    ]);
    expect(await run('replay')).toMatchObject({ code: 0 });
  });

  it('names a stranger’s event in a stream of ours, and once it is accepted says so', async () => {
    await leave(({ foreign }) => foreign('order-order-1'));
    const { code, said } = await run('verify');
    const problem = /, order-order-1 revision 5: this program did not write the event$/;
    expect([code, said]).toMatchObject([
      1,
      { 0: expect.stringMatching(problem), 1: '25 events in 5 streams: 1 BROKEN.' },
    ]);
    const replayed = await run('replay');
    expect([replayed.code, linesOf(replayed.said, 'STREAM-DAMAGED')]).toEqual([
      1,
      [expect.stringContaining('order-order-1: order-order-1 is locked: its event at revision 5')],
    ]);
    expect((await run('order', 'order-1')).code).toBe(1);

    const log = await openEventStoreLog(server.url);
    const { ours } = writerOf(log);
    await ours(ACCEPTANCES, 'DamageAccepted', { stream: 'order-order-1', revision: 5 });
    await log.close();
    const again = await run('verify');
    expect([again.code, linesOf(again.said, 'ACCEPTED')]).toEqual([0, [expect.stringMatching(problem)]]);
    expect((await run('replay')).code).toBe(0);
    expect((await run('order', 'order-1')).code).toBe(0);
  });

  it('names each stream that was deleted or cut in the store in a line, and goes on', async () => {
    await leave();
    server.store.softDelete('order-order-1');
    server.store.tombstone('order-order-2');
    server.store.setMetadata('order-order-3', { $tb: 2 });
    const verified = await run('verify');
    expect([verified.code, linesOf(verified.said, 'BROKEN')]).toEqual([
      1,
      [
        expect.stringMatching(/order-order-1 revision 0: the stream was deleted in the store: it reads empty$/),
        expect.stringMatching(/order-order-2 revision 0: the stream was deleted in the store, for ever$/),
        expect.stringMatching(/order-order-3 revision 0: .* cut off in the store: it reads from revision 2 on$/),
      ],
    ]);
    const replayed = await run('replay');
    expect([replayed.code, linesOf(replayed.said, 'STREAM-DAMAGED').map((line) => line.split(' ')[1])]).toEqual([
      1,
      ['order-order-1:', 'order-order-2:', 'order-order-3:'],
    ]);
    for (const n of [1, 2, 3]) {
      const { code, said } = await run('order', `order-${n}`);
      expect([code, said.at(-1)]).toEqual([1, expect.stringMatching(/^BROKEN: order-order-. is locked/)]);
    }
    expect((await run('order', 'order-4')).code).toBe(0);
  });
});
