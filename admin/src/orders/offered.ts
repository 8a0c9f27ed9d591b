import type { AdminOrder, OrderAction } from '@supreme-access/contract/api-types.js';
import { useRecordContext } from 'react-admin';

/** The order at hand, where the server says that this action can succeed now; null where it would be refused. */
export function useOffered(action: OrderAction): AdminOrder | null {
  const order = useRecordContext<AdminOrder>();
  return order && order.refusals[action] === undefined ? order : null;
}
