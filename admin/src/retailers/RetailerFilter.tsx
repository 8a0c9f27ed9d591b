import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { SelectInput, type SelectInputProps, useGetList } from 'react-admin';

const ALL = { pagination: { page: 1, perPage: 100 }, filter: { ended: [true, false] } };

/** Also those that were removed, and that of the settings. */
export function useRetailers(): AdminRetailer[] {
  const { data = [] } = useGetList<AdminRetailer>('retailers', ALL);
  return data;
}

export function retailerName({ name, ended }: AdminRetailer): string {
  return ended ? `${name} (removed)` : name;
}

/** What was bought at a removed retailer can still be found. */
export function RetailerFilter(props: SelectInputProps) {
  const choices = useRetailers().map((retailer) => ({ id: retailer.id, name: retailerName(retailer) }));
  return <SelectInput {...props} choices={choices} emptyText="All" />;
}
