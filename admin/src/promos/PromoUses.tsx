import { Box, Link } from '@mui/material';
import type { AdminPromo, PromoUse } from '@supreme-access/contract/shapes/products.js';
import { Link as RouterLink } from 'react-router-dom';
import { Mono, Time } from '../ui/Mono.js';
import { Rows } from '../ui/Rows.js';
import { SubList } from '../ui/SubList.js';

export function PromoUses({ promo }: { promo: AdminPromo }) {
  return (
    <SubList
      of={`promos/${encodeURIComponent(promo.id)}/uses`}
      sort={{ field: 'redeemedAt', order: 'DESC' }}
      empty="No uses yet."
    >
      <Rows<PromoUse> sx={{ py: 1, fontSize: '0.875rem' }} row={(use) => <UseRow use={use} />} />
    </SubList>
  );
}

function UseRow({ use: { orderId, productId, percent, redeemedAt, returnedAt } }: { use: PromoUse }) {
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <Link component={RouterLink} to={`/orders/${encodeURIComponent(orderId)}/show`} color="inherit">
          <Mono>{orderId}</Mono>
        </Link>
        <Time iso={redeemedAt} />
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        <Mono>{percent}%</Mono> on{' '}
        <Link component={RouterLink} to={`/products/${encodeURIComponent(productId)}/show`} color="inherit">
          this drop
        </Link>
        {returnedAt && (
          <>
            , given back <Time iso={returnedAt} />
          </>
        )}
      </Box>
    </>
  );
}
