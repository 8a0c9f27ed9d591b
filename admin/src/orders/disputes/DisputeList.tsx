import { Box } from '@mui/material';
import { money } from '@supreme-access/contract/labels.js';
import type { Dispute } from '@supreme-access/contract/shapes/proofs.js';
import { DISPUTE_STATES, type DisputeState } from '@supreme-access/contract/statuses.js';
import { DataTable, SelectInput } from 'react-admin';
import { Link } from 'react-router-dom';
import { GuardedBody } from '../../ui/GuardedBody.js';
import { ListPage } from '../../ui/ListPage.js';
import { Mono, Time } from '../../ui/Mono.js';
import { Rows } from '../../ui/Rows.js';
import { EvidenceFileButton } from './EvidenceFileButton.js';

const LABELS: Readonly<Record<DisputeState, string>> = {
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
};
const TONES: Readonly<Record<DisputeState, string>> = {
  open: 'warning.main',
  won: 'success.main',
  lost: 'error.main',
  closed: 'text.secondary',
};
const CHOICES = DISPUTE_STATES.map((id) => ({ id, name: LABELS[id] }));
const filters = [<SelectInput key="state" source="state" label="State" choices={CHOICES} emptyText="All" alwaysOn />];

export function DisputeList() {
  return (
    <ListPage
      title="Disputes"
      sort={{ field: 'dueBy', order: 'ASC' }}
      filters={filters}
      table={<DisputeTable />}
      rows={<DisputeRows />}
    />
  );
}

const Column = DataTable.Col<Dispute>;

function DisputeTable() {
  return (
    <DataTable<Dispute> body={GuardedBody} bulkActionButtons={false} rowClick={false}>
      <Column label="Evidence due" source="dueBy" render={(dispute) => <Due dispute={dispute} />} />
      <Column label="Order" source="orderId" render={(dispute) => <OrderLink dispute={dispute} />} />
      <Column label="Amount" source="amount" align="right" render={(dispute) => <Amount dispute={dispute} />} />
      <Column label="Reason" source="reason" render={({ reason }) => readable(reason)} />
      <Column label="State" source="state" render={(dispute) => <State dispute={dispute} />} />
      <Column label="Opened" source="openedAt" render={({ openedAt }) => <Time iso={openedAt} />} />
      <Column label="Actions" disableSort align="right">
        <EvidenceFileButton size="small" />
      </Column>
    </DataTable>
  );
}

export function DisputeRows() {
  return (
    <Rows<Dispute>
      sx={{ display: 'grid', gap: 0.75, py: 1.5 }}
      row={(dispute) => (
        <>
          <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between' }}>
            <OrderLink dispute={dispute} />
            <Amount dispute={dispute} />
          </Box>
          <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between', fontSize: '0.875rem' }}>
            <State dispute={dispute} />
            {readable(dispute.reason)}
          </Box>
          <Due dispute={dispute} />
          <Box>
            <EvidenceFileButton size="small" />
          </Box>
        </>
      )}
    />
  );
}

function Due({ dispute: { dueBy, pastDue } }: { dispute: Dispute }) {
  if (dueBy === null) return <Box sx={{ color: 'text.secondary' }}>Unknown. See Stripe.</Box>;
  return (
    <Box sx={pastDue ? { color: 'error.main' } : {}}>
      <Time iso={dueBy} />
      {pastDue && ' past due'}
    </Box>
  );
}

function OrderLink({ dispute: { orderId, productTitle } }: { dispute: Dispute }) {
  return (
    <Box component={Link} to={`/orders/${orderId}/show`} sx={{ color: 'inherit', fontWeight: 600 }}>
      {productTitle || orderId}
    </Box>
  );
}

function Amount({ dispute: { amount, currency } }: { dispute: Dispute }) {
  return <Mono sx={{ whiteSpace: 'nowrap' }}>{money(amount, currency)}</Mono>;
}

function State({ dispute: { state, status } }: { dispute: Dispute }) {
  return (
    <Box sx={{ color: TONES[state], fontWeight: 600 }}>
      {LABELS[state]}
      {status !== null && status !== state && (
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>{` ${readable(status)}`}</Box>
      )}
    </Box>
  );
}

/** `product_not_received` becomes `product not received`. */
function readable(reason: string | null): string {
  return reason === null ? 'Unknown' : reason.replaceAll('_', ' ');
}
