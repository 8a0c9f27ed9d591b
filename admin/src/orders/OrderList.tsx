import { type Theme, useMediaQuery } from '@mui/material';
import { FilterButton } from 'react-admin';
import { ListPage } from '../ui/ListPage.js';
import { ExportVisibleButton } from './ExportVisibleButton.js';
import { Last24Button } from './Last24Button.js';
import { OrderRows } from './OrderRows.js';
import { OrderTable } from './OrderTable.js';
import { ORDER_FILTERS } from './order-filters.js';
import { ProductFilter } from './ProductFilter.js';
import { ResendAllButton } from './ResendAllButton.js';
import { StatusFilter } from './StatusFilter.js';
import { TestCheckoutButton, TestOrderButton } from './TestOrderButtons.js';

export function OrderList() {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <ListPage
      title="Orders"
      sort={{ field: 'orderDate', order: 'DESC' }}
      filters={ORDER_FILTERS}
      actions={
        <>
          <Last24Button />
          <ExportVisibleButton />
          <TestCheckoutButton />
          <TestOrderButton />
          <ResendAllButton />
          <FilterButton filters={ORDER_FILTERS} variant="outlined" size="medium" />
        </>
      }
      badges={
        <>
          <ProductFilter />
          <StatusFilter />
        </>
      }
    >
      {isSmall ? <OrderRows /> : <OrderTable />}
    </ListPage>
  );
}
