import { Box } from '@mui/material';
import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { DataTable, SelectInput } from 'react-admin';
import { CreateLink } from '../ui/CreateLink.js';
import { GuardedBody } from '../ui/GuardedBody.js';
import { ListPage } from '../ui/ListPage.js';
import { Mono } from '../ui/Mono.js';
import { Rows } from '../ui/Rows.js';
import { ShowLink } from '../ui/ShowLink.js';
import { addressOf, PROTOCOL_WORDS, RetailerMark } from './retailer-words.js';

const FILTERS = [
  <SelectInput
    key="ended"
    source="ended"
    label="Retailers"
    choices={[{ id: true, name: 'Removed' }]}
    emptyText="In use"
    alwaysOn
  />,
];

export function RetailerList() {
  return (
    <ListPage
      title="Retailers"
      sort={{ field: 'name', order: 'ASC' }}
      filters={FILTERS}
      actions={<CreateLink label="Add retailer" />}
      table={<RetailerTable />}
      rows={<RetailerRows />}
    />
  );
}

const Column = DataTable.Col<AdminRetailer>;

function RetailerTable() {
  return (
    <DataTable<AdminRetailer> body={GuardedBody} bulkActionButtons={false} rowClick="show">
      <Column label="Name" source="name" render={({ name }) => <ShowLink>{name}</ShowLink>} />
      <Column label="Protocol" source="protocol" render={({ protocol }) => PROTOCOL_WORDS[protocol]} />
      <Column label="Address" disableSort render={(retailer) => <Mono>{addressOf(retailer)}</Mono>} />
      <Column
        label="Version"
        disableSort
        render={({ discovery, version }) => <Mono>{discovery?.version ?? version ?? ''}</Mono>}
      />
      <Column label="State" disableSort render={(retailer) => <RetailerMark retailer={retailer} />} />
    </DataTable>
  );
}

function RetailerRows() {
  return (
    <Rows<AdminRetailer>
      sx={{ py: 1.5 }}
      row={(retailer) => (
        <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <ShowLink>{retailer.name}</ShowLink>
            <Box sx={{ flex: 'none' }}>
              <RetailerMark retailer={retailer} />
            </Box>
          </Box>
          <Mono sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {`${PROTOCOL_WORDS[retailer.protocol]} · ${addressOf(retailer)}`}
          </Mono>
        </Box>
      )}
    />
  );
}
