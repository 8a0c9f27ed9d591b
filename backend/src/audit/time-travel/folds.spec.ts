import { inProduct, logOf } from '@supreme-access/test/fixtures/history.js';
import { created, reserved } from '@supreme-access/test/fixtures/product.js';
import { type ProductEvent, product } from '../../catalogue/products/product.js';
import { withoutPersonal } from '../../event-sourcing/decider.js';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import { Folds } from './folds.js';
import { changesBetween } from './state-shape.js';

const released = (n: number): ProductEvent => ({
  type: 'SlotReleased',
  data: { orderId: `order-${n}`, reason: 'withdrawn' },
});

describe('a state as of an event', () => {
  const happened = [created(), ...Array.from({ length: 1_500 }, (_, n) => [reserved(n + 1), released(n + 1)]).flat()];
  const events = logOf(happened.map((event) => inProduct(event)));
  let read = 0;
  const log = {
    async *readStream(_: string, { from = 0, limit = events.length } = {}): AsyncGenerator<RecordedEvent> {
      for (const event of events.slice(from, from + limit)) {
        read += 1;
        yield event;
      }
    },
  };
  const folds = new Folds(log as never, {});
  const folded = (revision: number) =>
    events
      .slice(0, revision + 1)
      .map(({ type, data }) => withoutPersonal({ type, data } as ProductEvent))
      .reduce(product.evolve, product.initial);
  const SAME = { changes: [], isCut: false };

  it.each([3_000, 0, 1, 2_999, 1_000, 1_001, 2_000, 999, 2_001, 3_000])(
    'is that of all events up to it, wherever one steps: %i',
    async (revision) => {
      const { before, state } = await folds.at(product, 'box-hoodie', revision);
      expect(changesBetween(folded(revision), state)).toEqual(SAME);
      expect(changesBetween(folded(revision - 1), before)).toEqual(SAME);
    },
  );

  it('of a long stream is folded from the last one that was kept', async () => {
    await folds.at(product, 'box-hoodie', 3_000);
    read = 0;
    await folds.at(product, 'box-hoodie', 2_500);
    expect(read).toBeLessThanOrEqual(1_000);
  });

  it('before the first event is none', async () => {
    expect(await folds.at(product, 'box-hoodie', -1)).toEqual({ before: product.initial, state: product.initial });
  });
});
