import type { SlotHistory, SlotPoint } from '@supreme-access/contract/shapes/audit.js';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import { SlotCount } from '../case-files.js';

export interface SlotLine extends Pick<SlotHistory, 'revisions' | 'mostActive' | 'oversoldAt'> {
  points: SlotPoint[];
}

const MOST = 2_000;

export async function slotLine(
  events: AsyncIterable<Pick<RecordedEvent, 'type' | 'data' | 'revision' | 'metadata'>>,
): Promise<SlotLine> {
  const slots = new SlotCount();
  const points: SlotPoint[] = [];
  let mostActive = 0;
  let oversoldAt: number | null = null;
  for await (const event of events) {
    slots.take(event);
    const { active, stock } = slots;
    mostActive = Math.max(mostActive, active);
    if (active > stock) oversoldAt ??= event.revision;
    points.push({ revision: event.revision, at: new Date(event.metadata.recordedAt).toISOString(), active, stock });
  }
  return { revisions: points.length, mostActive, oversoldAt, points: thinned(points) };
}

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
