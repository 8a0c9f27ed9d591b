import { type Theme, useMediaQuery } from '@mui/material';
import { SearchInput, SelectInput } from 'react-admin';
import { ListPage } from '../ui/ListPage.js';
import { CreateProductButton } from './CreateProductButton.js';
import { ProductRows } from './ProductRows.js';
import { ProductTable } from './ProductTable.js';

const AVAILABILITY = [
  { id: true, name: 'Available' },
  { id: false, name: 'Hidden' },
];

const filters = [
  <SearchInput key="title" source="productTitle" placeholder="Title" alwaysOn />,
  <SelectInput key="avail" source="avail" label="Availability" choices={AVAILABILITY} emptyText="All" alwaysOn />,
];

export function ProductList() {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('lg'));
  return (
    <ListPage
      title="Products"
      sort={{ field: 'listedAt', order: 'DESC' }}
      filters={filters}
      actions={<CreateProductButton />}
    >
      {isSmall ? <ProductRows /> : <ProductTable />}
    </ListPage>
  );
}
