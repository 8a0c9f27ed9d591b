import { BEFORE, DROP, type Happened, logOf, placed } from '@supreme-access/test/fixtures/history.js';
import { created } from '@supreme-access/test/fixtures/product.js';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import { type ExportInput, exportLines } from './export-lines.js';

const OTHER: readonly Happened[] = [
  ['product-cap', created()],
  ['promo-friends10', { type: 'PromoEnded', data: {} }],
];
const [, test] = placed(9);
const EVENTS = logOf([
  ...OTHER,
  ...DROP,
  // A test order has no slot.
  ['order-order-9', { ...test, data: { ...test.data, productId: 'box-hoodie', livemode: false, personal: 'sealed' } }],
  ['order-order-8', { ...test, data: { ...test.data, productId: 'cap' } }],
  ...['order-1', 'order-8'].map((id): Happened => {
    const data = { about: `order-${id}`, kind: 'closed', which: '', cause: null, requestedAt: 1 };
    return [`mail-order-${id}:closed`, { type: 'MailRequested', data }];
  }),
]);
const ALWAYS = { from: null, to: null };

async function exported(input: Partial<ExportInput>, rest = async () => undefined): Promise<RecordedEvent[]> {
  async function* of(wanted: (event: RecordedEvent) => boolean) {
    for (const event of EVENTS) if (wanted(event)) yield event;
  }
  const source = { readAll: () => of(() => true), readStream: (name: string) => of(({ stream }) => stream === name) };
  let text = '';
  for await (const chunk of exportLines(source, { range: ALWAYS, isMasked: false, ...input }, rest)) text += chunk;
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('an export', () => {
  it('of a stream is its events as the log has them', async () => {
    expect(await exported({ stream: 'order-order-1' })).toEqual(
      EVENTS.filter(({ stream }) => stream === 'order-order-1'),
    );
  });

  it('of a drop is the product with its orders and their mails, test orders too, in the order of the log', async () => {
    const events = await exported({ product: 'box-hoodie' });
    expect(events).toHaveLength(DROP.length + 2);
    expect(new Set(events.map(({ stream }) => stream))).toEqual(
      new Set(['product-box-hoodie', 'order-order-1', 'order-order-2', 'order-order-9', 'mail-order-order-1:closed']),
    );
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  it('of a time is what was recorded in it, both ends included', async () => {
    const [from = 0, to = 0] = [2, 4].map((index) => EVENTS[index]?.metadata.recordedAt ?? 0);
    const events = await exported({ range: { from, to } });
    expect(events.map(({ metadata }) => metadata.recordedAt)).toEqual(
      EVENTS.map(({ metadata }) => metadata.recordedAt).filter((at) => at >= from && at <= to),
    );
    expect(events.length).toBeGreaterThanOrEqual(BEFORE.length / 3);
  });

  it('that is masked holds no sealed text', async () => {
    const sealed = await exported({ stream: 'order-order-9' });
    const masked = await exported({ stream: 'order-order-9', isMasked: true });
    expect([sealed[0]?.data.personal, masked[0]?.data.personal]).toEqual(['sealed', 'masked']);
  });
});
