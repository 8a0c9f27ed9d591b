import type { AdminProduct, OrderCounts } from '@supreme-access/contract/api-types.js';
import { ORDER_STATUSES, type OrderStatus, statusLabel } from '@supreme-access/contract/statuses.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGetList, useListFilterContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { Choice, Choices } from '../ui/Choice.js';
import { REFRESH } from '../ui/ListPage.js';
import { Mono } from '../ui/Mono.js';
import { StatusGlyph } from '../ui/StatusMark.js';

export function OrderBadges() {
  return (
    <>
      <ProductBadges />
      <StatusBadges />
    </>
  );
}

const BADGES = 24;

function ProductBadges() {
  const { filterValues, displayedFilters, setFilters } = useListFilterContext();
  const { productTitle, ...others } = filterValues;
  const chosen: string[] = productTitle === undefined ? [] : [productTitle].flat();
  const titles = useTitles();
  const toggle = (title: string) => {
    const next = chosen.includes(title) ? chosen.filter((one) => one !== title) : [...chosen, title];
    setFilters(next.length > 0 ? { ...others, productTitle: next } : others, displayedFilters);
  };
  const shown = [...new Set([...titles, ...chosen])];
  if (shown.length === 0) return null;
  return (
    <Choices label="Products">
      {shown.map((title) => (
        <Choice key={title} chosen={chosen.includes(title)} onClick={() => toggle(title)}>
          {title}
        </Choice>
      ))}
    </Choices>
  );
}

function useTitles(): string[] {
  const { data = [] } = useGetList<AdminProduct>('products', {
    pagination: { page: 1, perPage: BADGES },
    sort: { field: 'listedAt', order: 'DESC' },
    filter: {},
  });
  return data.map(({ productTitle }) => productTitle);
}

/** 'fail' and 'refunded' share a label, so here one says what sets it apart. */
function choiceLabel(status: OrderStatus): string {
  return status === 'fail' ? `${statusLabel(status)}, not charged` : statusLabel(status);
}

function StatusBadges() {
  const { filterValues, displayedFilters, setFilters } = useListFilterContext();
  const { status: chosen, ...others } = filterValues;
  const counts = useCounts(others);
  const choose = (status?: OrderStatus) => setFilters(status ? { ...others, status } : others, displayedFilters);
  return (
    <Choices label="Status">
      <Choice chosen={!chosen} onClick={() => choose()}>
        All
        {counts && <Count>{Object.values(counts).reduce((sum, one) => sum + one, 0)}</Count>}
      </Choice>
      {ORDER_STATUSES.map((status) => (
        <Choice key={status} chosen={chosen === status} onClick={() => choose(chosen === status ? undefined : status)}>
          <StatusGlyph status={status} />
          {choiceLabel(status)}
          {counts && <Count>{counts[status]}</Count>}
        </Choice>
      ))}
    </Choices>
  );
}

/** How many orders of each status the other filters leave; tests are left out unless they are asked for. */
function useCounts(filter: object): OrderCounts | undefined {
  const { data } = useQuery({
    queryKey: ['orders', 'counts', filter],
    queryFn: ({ signal }) => dataProvider.orderCounts(filter, signal),
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  });
  return data;
}

function Count({ children }: { children: number }) {
  return <Mono sx={{ fontWeight: 400 }}>{` ${children}`}</Mono>;
}
