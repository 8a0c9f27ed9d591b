import type { AdminOrder, OrderAction } from '@supreme-access/contract/api-types.js';
import { useRecordContext } from 'react-admin';

export function useOffered(action: OrderAction): AdminOrder | null {
  const order = useRecordContext<AdminOrder>();
  return order && order.refusals[action] === undefined ? order : null;
}
