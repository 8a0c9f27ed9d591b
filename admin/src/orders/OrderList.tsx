import { Box, type Theme, useMediaQuery } from '@mui/material';
import { AutocompleteInput, ReferenceInput, SearchInput } from 'react-admin';
import { ListPage } from '../ui/ListPage.js';
import { OrderRows } from './OrderRows.js';
import { OrderTable } from './OrderTable.js';
import { ResendAllButton } from './ResendAllButton.js';
import { StatusFilter } from './StatusFilter.js';
import { TestCheckoutButton, TestOrderButton } from './TestOrderButtons.js';

const filters = [
  <SearchInput key="email" source="email" placeholder="Email" alwaysOn />,
  <ReferenceInput key="product" source="productId" reference="products" alwaysOn>
    <AutocompleteInput
      label="Product"
      optionText="productTitle"
      filterToQuery={(productTitle: string) => ({ productTitle })}
      sx={{ minWidth: 240 }}
    />
  </ReferenceInput>,
];

export function OrderList() {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <ListPage
      title="Orders"
      sort={{ field: 'orderDate', order: 'DESC' }}
      filters={filters}
      actions={
        <>
          <TestCheckoutButton />
          <TestOrderButton />
          <ResendAllButton />
        </>
      }
    >
      <Box sx={{ pb: 1 }}>
        <StatusFilter />
      </Box>
      {isSmall ? <OrderRows /> : <OrderTable />}
    </ListPage>
  );
}
