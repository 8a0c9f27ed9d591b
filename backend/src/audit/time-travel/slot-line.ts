import type { SlotHistory, SlotPoint } from '@supreme-access/contract/logged-events.js';
import type { RecordedEvent } from '../../platform/log/event-log.js';

/** Slots held against slots there are, after every event of a product. */
export interface SlotLine extends Pick<SlotHistory, 'revisions' | 'mostActive' | 'oversoldAt'> {
  points: SlotPoint[];
}

/** points that are drawn, about */
const MOST = 2_000;

/** From what the events say alone, as somebody would who trusts no aggregate. */
export async function slotLine(
  events: AsyncIterable<Pick<RecordedEvent, 'type' | 'data' | 'revision' | 'metadata'>>,
): Promise<SlotLine> {
  const active = new Set<unknown>();
  const points: SlotPoint[] = [];
  let [stock, mostActive] = [0, 0];
  let oversoldAt: number | null = null;
  for await (const { type, data, revision, metadata } of events) {
    if (type === 'ProductCreated') stock = numberOf(data.totalStock) ?? stock;
    if (type === 'ProductEdited') stock = numberOf((data.changes as Record<string, unknown>).totalStock) ?? stock;
    if (type === 'SlotReserved') active.add(data.orderId);
    if (type === 'SlotReleased') active.delete(data.orderId);
    if (type === 'SlotOffered') active.add(data.place);
    if (type === 'OfferLapsed' || type === 'WaitlistLeft') active.delete(data.place);
    mostActive = Math.max(mostActive, active.size);
    if (active.size > stock) oversoldAt ??= revision;
    points.push({ revision, at: new Date(metadata.recordedAt).toISOString(), active: active.size, stock });
  }
  return { revisions: points.length, mostActive, oversoldAt, points: thinned(points) };
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Of each stretch its ends, its highest, its lowest and its fullest point, and each at which the stock changes. */
export function thinned(points: readonly SlotPoint[], most = MOST): SlotPoint[] {
  if (points.length <= most) return [...points];
  const length = Math.ceil(points.length / (most / 5));
  const kept = new Set<SlotPoint>();
  for (let from = 0; from < points.length; from += length) {
    const stretch = points.slice(from, from + length);
    const ends = [stretch[0], stretch.at(-1)];
    const extremes = [topOf(stretch, ({ active }) => active), topOf(stretch, ({ active }) => -active)];
    const fullest = topOf(stretch, ({ active, stock }) => active - stock);
    for (const point of [...ends, ...extremes, fullest]) if (point) kept.add(point);
  }
  points.forEach((point, index) => {
    if (index > 0 && points[index - 1]?.stock !== point.stock) kept.add(point);
  });
  return points.filter((point) => kept.has(point));
}

function topOf(points: readonly SlotPoint[], of: (point: SlotPoint) => number): SlotPoint | undefined {
  return points.reduce<SlotPoint | undefined>(
    (best, point) => (best && of(best) >= of(point) ? best : point),
    undefined,
  );
}
