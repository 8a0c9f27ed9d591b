import { Box } from '@mui/material';
import type { AdminPromo } from '@supreme-access/contract/api-types.js';
import { DataTable } from 'react-admin';
import { instant } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { useMayWrite } from '../ui/may-write.js';
import { EndPromoButton } from './EndPromoButton.js';

const Column = DataTable.Col<AdminPromo>;

export function PromoTable() {
  const mayWrite = useMayWrite();
  return (
    <DataTable<AdminPromo> bulkActionButtons={false} rowClick={mayWrite ? 'edit' : false}>
      <Column
        label="Code"
        source="promoCode"
        render={({ promoCode }) => <Mono sx={{ fontWeight: 700 }}>{promoCode}</Mono>}
      />
      <Column label="Percent" source="percent" align="right" render={({ percent }) => <Mono>{percent}%</Mono>} />
      <Column label="Starts" source="startsAt" render={({ startsAt }) => <Time iso={startsAt} otherwise="At once" />} />
      <Column label="Ends" source="endsAt" render={({ endsAt }) => <Time iso={endsAt} otherwise="Never" />} />
      <Column label="Redeemed" source="redeemed" align="right" render={({ redeemed }) => <Mono>{redeemed}</Mono>} />
      <Column label="Limit" source="limit" align="right" render={({ limit }) => <Count value={limit} />} />
      <Column
        label="Per account"
        source="limitPerAccount"
        align="right"
        render={(promo) => <Count value={promo.limitPerAccount} />}
      />
      {mayWrite && (
        <Column label="Actions" disableSort align="right">
          <EndPromoButton />
        </Column>
      )}
    </DataTable>
  );
}

function Time({ iso, otherwise }: { iso: string | null; otherwise: string }) {
  if (!iso) return <Box sx={{ color: 'text.secondary' }}>{otherwise}</Box>;
  return <Mono sx={{ whiteSpace: 'nowrap' }}>{instant(iso)}</Mono>;
}

function Count({ value }: { value: number | null }) {
  return value == null ? <Box sx={{ color: 'text.secondary' }}>None</Box> : <Mono>{value}</Mono>;
}
