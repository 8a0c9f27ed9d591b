import { sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { isShopperNeeded } from '../orders/story.js';

export interface Ending {
  kind: 'bought' | 'next-size' | 'action-needed' | 'closed' | 'withdrawn';
  title: string;
  text: string;
}

export function endingOf(order: Order): Ending | null {
  const { status, stamps, boughtSize, boughtStyle, statusNote } = order;
  switch (status) {
    case 'success':
    case 'refund_pending':
    case 'refunded': {
      const isOther = stamps.some(({ kind }) => kind === 'next-size');
      if (!isOther || boughtSize === null || boughtStyle === null)
        return { kind: 'bought', title: 'Yours.', text: statusNote };
      const got = `${sizeLabel(boughtSize)}, ${styleLabel(boughtStyle)}`;
      return { kind: 'next-size', title: `Yours, in ${got}.`, text: `Your first choice was gone. ${statusNote}` };
    }
    case 'action_required':
      if (isShopperNeeded(order))
        return { kind: 'action-needed', title: 'Finish your checkout at the retailer.', text: statusNote };
      return { kind: 'action-needed', title: 'We got it. Your fee payment failed.', text: statusNote };
    case 'fail':
      return { kind: 'closed', title: 'Not this time.', text: statusNote };
    case 'withdrawn':
      return { kind: 'withdrawn', title: 'Withdrawn.', text: statusNote };
    // A status that this build does not know may still change.
    default:
      return null;
  }
}
