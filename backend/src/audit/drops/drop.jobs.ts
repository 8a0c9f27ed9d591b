import type { ProductEvent } from '../../catalogue/products/product.js';
import { type JobChange, jobRule } from '../../jobs/jobs.projection.js';
import type { DropSummaryEvent } from './drop-summary.js';

export const SUMMARISE_DROP = 'summarise-drop';

export const summaryDue = jobRule<ProductEvent | DropSummaryEvent>(
  ['product', 'drop'],
  (event): readonly JobChange[] => {
    const row = { kind: SUMMARISE_DROP, id: event.id };
    if (event.type === 'ReleaseFinished') return [{ ...row, dueAt: event.data.finishedAt }];
    return event.type === 'DropSummarised' ? [{ ...row, done: true }] : [];
  },
);
