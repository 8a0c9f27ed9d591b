import { counted } from '@supreme-access/contract/labels.js';
import type { CheckedDrop } from '@supreme-access/contract/shapes/releases.js';
import type { Board } from '@supreme-access/contract/shapes/reports.js';
import { statusLabel } from '@supreme-access/contract/statuses.js';
import { day } from '../ui/format.js';
import { ordersWith } from './figures-data.js';

export interface Need {
  label: string;
  note: string;
  count: number;
  /** The path of the list. */
  to: string;
}

/** What an operator must do now, most urgent first. */
export function needsOf({ needs, proofs, disputes, drops }: Board): Need[] {
  const { soonestDueBy } = disputes;
  const lists: Need[] = [
    ...drops.flatMap(needOfDrop),
    {
      label: 'Proof to review',
      note: 'Emails that may prove a purchase.',
      count: proofs,
      to: '/proofs',
    },
    {
      label: 'Disputes to answer',
      note: soonestDueBy === null ? 'No deadline is known.' : `Evidence due by ${day(soonestDueBy)}.`,
      count: disputes.open,
      to: `/disputes?filter=${encodeURIComponent(JSON.stringify({ state: 'open' }))}`,
    },
    {
      label: 'Failed refunds',
      note: 'Pay them another way, then record it on the order.',
      count: needs.refundsFailed,
      to: ordersWith({ refundFailed: true }),
    },
    {
      label: 'Purchases to settle',
      note: 'A shop sold without being paid, was paid and did not sell, or reported an order too late.',
      count: needs.unsettled,
      to: ordersWith({ unsettled: true, archived: false }),
    },
    {
      label: 'Parked jobs',
      note: 'They failed 20 times. Try them again or set them aside.',
      count: needs.parked,
      to: '/system?show=due',
    },
    {
      label: statusLabel('action_required'),
      note: 'The fee failed. The shopper was asked for another card.',
      count: needs.actionRequired,
      to: ordersWith({ status: 'action_required' }),
    },
  ];
  return lists.filter(({ count }) => count > 0);
}

function needOfDrop({ productId, productTitle, check }: CheckedDrop): Need[] {
  const count = check?.findings.filter(({ level }) => level === 'red').length ?? 0;
  const note = `${counted(count, 'check fails', 'checks fail')} before the release.`;
  return [{ label: productTitle, note, count, to: `/products/${encodeURIComponent(productId)}/show` }];
}
