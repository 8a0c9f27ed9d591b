import { Box, Button } from '@mui/material';
import { DateTimeInput, Form, SelectInput, TextInput } from 'react-admin';
import type { EventQuery } from './events-api.js';

const KINDS = ['shopper', 'guest', 'admin', 'auditor', 'worker', 'system'].map((id) => ({ id, name: id }));
/** What the input holds names no zone, and so no instant. */
const instantOf = (local: string) => (local ? new Date(local).toISOString() : '');

export interface EventFiltersProps {
  query: EventQuery;
  onFilter: (query: EventQuery) => void;
}

export function EventFilters({ query, onFilter }: EventFiltersProps) {
  const isFiltered = Object.keys(query).some((name) => name !== 'order');
  return (
    <Form defaultValues={query} onSubmit={(values: EventQuery) => onFilter(values)} sanitizeEmptyValues>
      <Box
        role="search"
        aria-label="Events"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
          columnGap: 1.5,
          rowGap: 1,
          alignItems: 'start',
          // a phone's row has room for one time
          '& > .ra-input-correlation, & > .ra-input-from, & > .ra-input-until': {
            gridColumn: { xs: '1 / -1', md: 'auto' },
          },
          '& .RaSearchInput-root, & .MuiFormControl-root': { minWidth: 0, width: '100%', mt: 0 },
        }}
      >
        <TextInput source="stream" label="Stream" helperText="A title, name, email, code or id" />
        <TextInput source="type" label="Type" helperText="Fee charged" />
        <SelectInput source="actorKind" label="Actor" choices={KINDS} helperText="Who did it" />
        <TextInput source="actorId" label="Actor id" helperText="A name, email or worker" />
        <TextInput source="correlation" label="Correlation" helperText="Of a request, command or event" />
        <DateTimeInput source="from" label="From" parse={instantOf} helperText="Your time" />
        <DateTimeInput source="until" label="Until" parse={instantOf} helperText="Your time" />
        <Box sx={{ display: 'flex', gap: 1, pt: 0.5 }}>
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
