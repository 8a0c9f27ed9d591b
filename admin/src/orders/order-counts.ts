import type { OrderCounts } from '@supreme-access/contract/shapes/orders.js';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { dataProvider } from '../data-provider.js';

/** The number of orders per status that match the filter. `refresh` is the interval, ms. */
export function useOrderCounts(filter: object, refresh: number): UseQueryResult<OrderCounts, Error> {
  return useQuery<OrderCounts, Error>({
    queryKey: ['orders', 'counts', filter],
    queryFn: ({ signal }) => dataProvider.orderCounts(filter, signal),
    refetchInterval: refresh,
    placeholderData: keepPreviousData,
  });
}

export function allOf(counts: OrderCounts): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}
