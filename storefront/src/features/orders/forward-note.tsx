import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { usePageSettings } from '../../api/page-settings.js';

const UNPROVEN: readonly OrderStatus[] = ['pending', 'processing', 'action_required'];

export function ForwardNote({ order: { status, email } }: { order: Pick<Order, 'status' | 'email'> }) {
  const { data } = usePageSettings();
  if (!data?.inboundAddress || !UNPROVEN.includes(status)) return null;
  return (
    <p>
      If the retailer emails you a confirmation, forward it from <span className="break-words">{email}</span> to{' '}
      <a href={`mailto:${data.inboundAddress}`} className="font-medium break-words">
        {data.inboundAddress}
      </a>{' '}
      as an attachment. It can prove the purchase.
    </p>
  );
}
