import { charged, declined } from '@supreme-access/test/fixtures/order.js';
import { recorded } from '@supreme-access/test/fixtures/recorded.js';
import { type Job, jobsProjection } from '../jobs/jobs.projection.js';
import { orderJobs } from './order.jobs.js';
import type { OrderEvent } from './order.js';

const due = jobsProjection([orderJobs]);

/** The mails that are due after these events, in the order of their names. */
function mailsAfter(...events: OrderEvent[]): string[] {
  const rows = new Map<string, Job | null>();
  for (const event of recorded('order-o-1', events)) {
    for (const key of due.idsOf(event)) rows.set(key, due.evolve(rows.get(key) ?? null, event, key));
  }
  const mails = [...rows.values()].filter((row) => row?.kind === 'mail');
  return mails.flatMap((row) => (row ? [row.id.replace('order-o-1:', '')] : [])).sort();
}

describe('the reminders of a fee that was declined', () => {
  it('are of each attempt, and the next decline ends those before', () => {
    const needed = ['action-needed:1', 'action-needed:2'];
    expect(mailsAfter(declined(1))).toEqual(['action-needed:1', 'action-reminder:1.1', 'action-reminder:1.2']);
    expect(mailsAfter(declined(1), declined(2))).toEqual([...needed, 'action-reminder:2.1', 'action-reminder:2.2']);
  });

  it('end as it is paid, by another attempt or by the one that was declined', () => {
    expect(mailsAfter(declined(1), charged(1))).toEqual(['action-needed:1', 'success']);
    expect(mailsAfter(declined(1), charged(2))).toEqual(['action-needed:1', 'success']);
  });
});
