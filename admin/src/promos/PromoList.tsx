import { Box } from '@mui/material';
import type { AdminPromo } from '@supreme-access/contract/shapes/products.js';
import { DataTable, EditButton, SearchInput, SelectInput } from 'react-admin';
import { useMayWrite } from '../ui/ActionButton.js';
import { CreateLink } from '../ui/CreateLink.js';
import { instant } from '../ui/format.js';
import { GuardedBody } from '../ui/GuardedBody.js';
import { HistoryButton } from '../ui/HistoryButton.js';
import { ListPage } from '../ui/ListPage.js';
import { Mono, Time } from '../ui/Mono.js';
import { Rows } from '../ui/Rows.js';
import { ShowLink } from '../ui/ShowLink.js';
import { EndPromoButton } from './EndPromoButton.js';

const ENDED = [{ id: true, name: 'Ended' }];
const filters = [
  <SearchInput key="code" source="promoCode" placeholder="Code" alwaysOn />,
  <SelectInput key="ended" source="ended" label="Codes" choices={ENDED} emptyText="In use" />,
];

export function PromoList() {
  return (
    <ListPage
      title="Promo codes"
      sort={{ field: 'promoCode', order: 'ASC' }}
      filters={filters}
      actions={<CreateLink label="Create promo code" />}
      table={<PromoTable />}
      rows={<PromoRows />}
    />
  );
}

const Column = DataTable.Col<AdminPromo>;

function PromoTable() {
  const mayWrite = useMayWrite();
  return (
    <DataTable<AdminPromo> body={GuardedBody} bulkActionButtons={false} rowClick="show">
      <Column
        label="Code"
        source="promoCode"
        render={({ promoCode }) => (
          <ShowLink>
            <Mono>{promoCode}</Mono>
          </ShowLink>
        )}
      />
      <Column label="Percent" source="percent" align="right" render={({ percent }) => <Mono>{percent}%</Mono>} />
      <Column
        label="Starts"
        source="startsAt"
        render={({ startsAt }) => (startsAt ? <Time iso={startsAt} /> : <None>Immediately</None>)}
      />
      <Column
        label="Ends"
        source="endsAt"
        render={({ endsAt }) => (endsAt ? <Time iso={endsAt} /> : <None>Never</None>)}
      />
      <Column label="Redeemed" source="redeemed" align="right" render={({ redeemed }) => <Mono>{redeemed}</Mono>} />
      <Column label="Limit" source="limit" align="right" render={({ limit }) => <Limit value={limit} />} />
      <Column
        label="Per account"
        source="limitPerAccount"
        align="right"
        render={(promo) => <Limit value={promo.limitPerAccount} />}
      />
      <Column label="History" disableSort render={({ promoCode }) => <HistoryButton kind="promos" id={promoCode} />} />
      {mayWrite && (
        <Column label="Actions" disableSort align="right">
          <EndPromoButton />
        </Column>
      )}
    </DataTable>
  );
}

function Limit({ value }: { value: number | null }) {
  return value == null ? <None>None</None> : <Mono>{value}</Mono>;
}

function None({ children }: { children: string }) {
  return <Box sx={{ color: 'text.secondary' }}>{children}</Box>;
}

function PromoRows() {
  return (
    <Rows<AdminPromo>
      sx={{ display: 'flex', gap: 2, py: 1.5 }}
      row={(promo) => (
        <>
          <Terms promo={promo} />
          <Box sx={{ display: 'flex', gap: 0.75, ml: 'auto', alignItems: 'center' }}>
            <EditButton />
            <EndPromoButton />
          </Box>
        </>
      )}
    />
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
        <ShowLink>
          <Mono sx={{ fontSize: '0.875rem' }}>{promo.promoCode}</Mono>
        </ShowLink>
        <Mono sx={{ fontSize: '0.875rem' }}>{promo.percent}%</Mono>
      </Box>
      {[...window, limits.filter(Boolean).join(', ')].filter(Boolean).map((text) => (
        <Mono key={text} sx={{ display: 'block', color: 'text.secondary', pt: 0.25 }}>
          {text}
        </Mono>
      ))}
    </Box>
  );
}
