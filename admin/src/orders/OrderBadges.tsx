import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { ORDER_STATUSES, type OrderStatus, statusLabel } from '@supreme-access/contract/statuses.js';
import { useGetList, useListFilterContext } from 'react-admin';
import { Choice, Choices } from '../ui/Choice.js';
import { REFRESH_MS } from '../ui/ListPage.js';
import { Mono } from '../ui/Mono.js';
import { StatusGlyph } from '../ui/StatusMark.js';
import { allOf, useOrderCounts } from './order-counts.js';

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

/** 'fail' and 'refunded' share a label, which a choice must tell apart. */
function choiceLabel(status: OrderStatus): string {
  return status === 'fail' ? `${statusLabel(status)}, not charged` : statusLabel(status);
}

function StatusBadges() {
  const { filterValues, displayedFilters, setFilters } = useListFilterContext();
  const { status: chosen, ...others } = filterValues;
  const { data: counts } = useOrderCounts(others, REFRESH_MS);
  const choose = (status?: OrderStatus) => setFilters(status ? { ...others, status } : others, displayedFilters);
  return (
    <Choices label="Status">
      <Choice chosen={!chosen} onClick={() => choose()}>
        All
        {counts && <Count>{allOf(counts)}</Count>}
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

function Count({ children }: { children: number }) {
  return <Mono sx={{ fontWeight: 400 }}>{` ${children}`}</Mono>;
}
