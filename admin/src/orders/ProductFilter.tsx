import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { useGetList, useListContext } from 'react-admin';
import { Choice, Choices } from '../ui/Choice.js';

/** products that have a badge: the newest; others are found by the filter of that name */
const BADGES = 24;

/** One badge per product title; each filters by its title, together with the others that are pressed. */
export function ProductFilter() {
  const { filterValues, displayedFilters, setFilters } = useListContext();
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
