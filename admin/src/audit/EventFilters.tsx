import { Box, Button } from '@mui/material';
import { EVENT_SUMMARIES, STREAM_KINDS } from '@supreme-access/contract/event-names.js';
import {
  AutocompleteInput,
  DateTimeInput,
  Form,
  FormDataConsumer,
  type RaRecord,
  ReferenceInput,
  SelectInput,
  TextInput,
} from 'react-admin';
import { instantOf, sentence } from '../ui/format.js';
import { type EventForm, formOf, queryOfForm } from './event-query.js';
import type { EventQuery } from './events-api.js';
import { nameOfRecord, RECORDS, type RecordKind } from './names.js';

const ACTORS = [
  { id: 'shopper', name: 'Shopper' },
  { id: 'guest', name: 'Guest' },
  { id: 'admin', name: 'Admin' },
  { id: 'auditor', name: 'Auditor' },
  { id: 'worker', name: 'Automatic job' },
  { id: 'system', name: 'System' },
];
const WITHOUT_ACCOUNT = ['guest', 'worker', 'system'];
const TYPES = Object.entries(EVENT_SUMMARIES)
  .map(([id, summary]) => ({ id, name: sentence(id), summary }))
  .toSorted((a, b) => a.name.localeCompare(b.name));
const KINDS = Object.entries(STREAM_KINDS).map(([id, name]) => ({ id, name }));

const SEARCHES: Record<RecordKind, (typed: string) => object> = {
  order: (q) => ({ q }),
  product: (productTitle) => ({ productTitle }),
  account: (q) => ({ q }),
  promo: (promoCode) => ({ promoCode }),
};

export interface EventFiltersProps {
  query: EventQuery;
  onFilter: (query: EventQuery) => void;
}

export function EventFilters({ query, onFilter }: EventFiltersProps) {
  const isFiltered = Object.keys(query).some((name) => name !== 'order');
  return (
    <Form defaultValues={formOf(query)} onSubmit={(values: EventForm) => onFilter(queryOfForm(values))}>
      <Box role="search" aria-label="Events">
        <Box sx={GRID}>
          <AutocompleteInput source="type" label="Event" choices={TYPES} helperText={false} />
          <SelectInput source="streamKind" label="About" choices={KINDS} emptyText="Anything" helperText={false} />
          <FormDataConsumer<EventForm>>{({ formData }) => <Which kind={formData.streamKind} />}</FormDataConsumer>
          <SelectInput source="actorKind" label="Done by" choices={ACTORS} emptyText="Anyone" helperText={false} />
          <FormDataConsumer<EventForm>>{({ formData }) => <Who kind={formData.actorKind} />}</FormDataConsumer>
          <DateTimeInput source="from" label="From" parse={instantOf} helperText="Your time zone" />
          <DateTimeInput source="until" label="Until" parse={instantOf} helperText="Your time zone" />
        </Box>
        <Box component="details" open={Boolean(query.correlation)} sx={{ pb: 1 }}>
          <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
            Search by technical ids
          </Box>
          <Box sx={GRID}>
            <TextInput source="stream" label="Stream" helperText="A stream, or a title, name, email or code" />
            <TextInput source="correlation" label="Correlation" helperText="Id of a request, command or event" />
          </Box>
        </Box>
        <Box sx={{ display: 'flex', gap: 1, pt: 0.5, pb: 1 }}>
          <Button type="submit" variant="contained">
            Search
          </Button>
          {isFiltered && (
            <Button variant="outlined" onClick={() => onFilter({})}>
              Clear
            </Button>
          )}
        </Box>
      </Box>
    </Form>
  );
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
  columnGap: 1.5,
  rowGap: 1,
  alignItems: 'start',
  '& .MuiFormControl-root': { minWidth: 0, width: '100%', mt: 0 },
};

function Which({ kind }: { kind: string | null | undefined }) {
  if (!kind || !(kind in RECORDS)) return null;
  const record = kind as RecordKind;
  return <RecordInput source={record} kind={record} label={`Which ${(STREAM_KINDS[kind] ?? '').toLowerCase()}`} />;
}

function Who({ kind }: { kind: string | null | undefined }) {
  if (kind === 'guest') return null;
  if (kind && WITHOUT_ACCOUNT.includes(kind)) {
    return <TextInput source="actorId" label="Which job" helperText="For example charge-fee" />;
  }
  return <RecordInput source="actorId" kind="account" label="Person" />;
}

export function RecordInput({ source, kind, label }: { source: string; kind: RecordKind; label: string }) {
  return (
    <ReferenceInput source={source} reference={RECORDS[kind]}>
      <AutocompleteInput
        label={label}
        optionText={(record?: RaRecord) => (record ? nameOfRecord(kind, record) : '')}
        filterToQuery={SEARCHES[kind]}
        noOptionsText="No results"
        helperText={false}
      />
    </ReferenceInput>
  );
}
