import { useQuery } from '@tanstack/react-query';
import { dataProvider } from '../../data-provider.js';

/** `refresh`: how often it is asked for again, ms. */
export function useOrderFile(orderId: string, refresh: number) {
  return useQuery({
    queryKey: ['orders', 'file', orderId],
    queryFn: ({ signal }) => dataProvider.orderFile(orderId, signal),
    refetchInterval: refresh,
  });
}
