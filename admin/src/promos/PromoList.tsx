import { type Theme, useMediaQuery } from '@mui/material';
import { CreateButton, SearchInput } from 'react-admin';
import { ListPage } from '../ui/ListPage.js';
import { PromoRows } from './PromoRows.js';
import { PromoTable } from './PromoTable.js';

const filters = [<SearchInput key="code" source="promoCode" placeholder="Code" alwaysOn />];

export function PromoList() {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <ListPage
      title="Promo codes"
      sort={{ field: 'promoCode', order: 'ASC' }}
      filters={filters}
      actions={<CreateButton size="medium" variant="contained" color="secondary" label="Create promo code" />}
    >
      {isSmall ? <PromoRows /> : <PromoTable />}
    </ListPage>
  );
}
