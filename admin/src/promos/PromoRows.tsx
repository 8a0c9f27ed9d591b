import { Box } from '@mui/material';
import type { AdminPromo } from '@supreme-access/contract/api-types.js';
import { RecordContextProvider, useListContext } from 'react-admin';
import { EditLink } from '../ui/EditLink.js';
import { instant } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { EndPromoButton } from './EndPromoButton.js';

/** The list on a phone. */
export function PromoRows() {
  const { data = [] } = useListContext<AdminPromo>();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'text.primary' }}>
      {data.map((promo) => (
        <RecordContextProvider key={promo.id} value={promo}>
          <Box component="li" sx={{ display: 'flex', gap: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
            <Terms promo={promo} />
            <Box sx={{ display: 'flex', gap: 0.75, ml: 'auto', alignItems: 'flex-start' }}>
              <EditLink size="small" />
              <EndPromoButton />
            </Box>
          </Box>
        </RecordContextProvider>
      ))}
    </Box>
  );
}

function Terms({ promo }: { promo: AdminPromo }) {
  const window = [
    promo.startsAt && `from ${instant(promo.startsAt)}`,
    promo.endsAt && `until ${instant(promo.endsAt)}`,
  ];
  const limits = [
    `${promo.redeemed} redeemed`,
    promo.limit && `${promo.limit} in all`,
    promo.limitPerAccount && `${promo.limitPerAccount} per account`,
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Mono sx={{ fontWeight: 700, fontSize: '0.875rem' }}>{promo.promoCode}</Mono>{' '}
      <Mono sx={{ fontSize: '0.875rem' }}>{promo.percent}%</Mono>
      {[...window, limits.filter(Boolean).join(', ')].filter(Boolean).map((line) => (
        <Mono key={line} sx={{ display: 'block', color: 'text.secondary', pt: 0.25 }}>
          {line}
        </Mono>
      ))}
    </Box>
  );
}
