import { CHECK_POINTS, type CheckPoint } from '@supreme-access/contract/checks.js';
import type { ProductEvent } from '../../catalogue/products/product.js';
import { type JobChange, jobRule } from '../../jobs/jobs.projection.js';
import { mailJobs } from '../../mail/mail.js';
import { CHECK_MAIL, type DropCheckEvent } from './drop-check.js';

export const CHECK_DROP = 'check-drop';

const MINUTE = 60_000;
/** ms before the release */
const BEFORE: Readonly<Record<CheckPoint, number>> = {
  'T-24h': 1_440 * MINUTE,
  'T-30m': 30 * MINUTE,
  'T-5m': 5 * MINUTE,
};
/** ms; a late check waits until the operator has finished editing */
const SETTLED_AFTER = MINUTE;

export interface DuePoint {
  productId: string;
  /** ms UTC */
  releaseAt: number;
  at: CheckPoint;
}

/** A moved release gets new jobs; the old ones end as skipped. */
export const checkDue = jobRule<ProductEvent | DropCheckEvent>(['product', 'check'], (event): readonly JobChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'ProductCreated':
      return pointsAhead(id, event.data.releaseAt, event.at);
    case 'ProductEdited':
      return pointsAhead(id, event.data.changes.releaseAt ?? null, event.at);
    case 'DropChecked': {
      const { releaseAt, at, operators } = event.data;
      const { stream, revision } = event;
      const mails = operators.map((operator) =>
        mailJobs({ about: stream, kind: CHECK_MAIL, which: `${revision}.${operator}` }, event.at),
      );
      if (at === 'by-hand' || releaseAt === null) return mails;
      return [{ kind: CHECK_DROP, id: rowOf({ productId: id, releaseAt, at }), done: true }, ...mails];
    }
    case 'DropCheckSkipped':
      return [{ kind: CHECK_DROP, id: rowOf({ productId: id, ...event.data }), done: true }];
    default:
      return [];
  }
});

/** Past points are skipped except the last, unless the next point is due first. */
function pointsAhead(productId: string, releaseAt: number | null, now: number): readonly JobChange[] {
  if (releaseAt === null) return [];
  return CHECK_POINTS.flatMap((at) => {
    const dueAt = Math.max(timeOf(releaseAt, at), now);
    const late = dueAt === now ? now + SETTLED_AFTER : dueAt;
    const id = rowOf({ productId, releaseAt, at });
    return late < overtakenAt({ releaseAt, at }) ? [{ kind: CHECK_DROP, id, dueAt: late }] : [];
  });
}

function timeOf(releaseAt: number, at: CheckPoint): number {
  return releaseAt - BEFORE[at];
}

export function overtakenAt({ releaseAt, at }: Pick<DuePoint, 'releaseAt' | 'at'>): number {
  const next = CHECK_POINTS[CHECK_POINTS.indexOf(at) + 1];
  return next === undefined ? releaseAt : timeOf(releaseAt, next);
}

function rowOf({ productId, releaseAt, at }: DuePoint): string {
  return `${productId}:${releaseAt}:${at}`;
}
export function pointIn(row: string): DuePoint {
  const [productId = '', releaseAt = '', at = ''] = row.split(':');
  return { productId, releaseAt: Number(releaseAt), at: at as CheckPoint };
}
