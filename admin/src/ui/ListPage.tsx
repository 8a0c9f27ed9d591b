import { Box } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { FilterForm, ListBase, Pagination, type SortPayload, useListContext } from 'react-admin';
import { Mono } from './Mono.js';
import { NoData } from './NoData.js';
import { PageHead } from './PageHead.js';
import { Refusal } from './Refusal.js';

/** how often an open list asks again, ms */
const REFRESH = 10_000;

export interface ListPageProps {
  title: string;
  sort: SortPayload;
  filters: ReactElement[];
  actions?: ReactNode;
  /** what filters by a press; it stays when the list is empty */
  badges?: ReactNode;
  children: ReactNode;
}

export function ListPage({ title, sort, filters, actions, badges, children }: ListPageProps) {
  return (
    <ListBase sort={sort} perPage={25} queryOptions={{ refetchInterval: REFRESH }} exporter={false}>
      <ListHead title={title}>{actions}</ListHead>
      <Box
        sx={{
          '& form': { minHeight: 0 },
          '& form .RaFilterFormInput-spacer.RaFilterFormInput-spacer': { width: { xs: 0, sm: 16 } },
          pb: 1,
        }}
      >
        <FilterForm filters={filters} />
      </Box>
      {badges && <Box sx={{ pb: 1 }}>{badges}</Box>}
      <ListRefusal />
      <ListBody>{children}</ListBody>
    </ListBase>
  );
}

function ListHead({ title, children }: { title: string; children: ReactNode }) {
  const { total } = useListContext();
  return (
    <PageHead title={title} note={total === undefined ? null : <Mono sx={{ color: 'text.secondary' }}>{total}</Mono>}>
      {children}
    </PageHead>
  );
}

function ListBody({ children }: { children: ReactNode }) {
  const { isPending, error, total } = useListContext();
  if (!isPending && !error && total === 0) return <NoData />;
  return (
    <>
      <Box sx={{ overflowX: 'auto' }}>{children}</Box>
      <Pagination rowsPerPageOptions={[25, 50, 100]} />
    </>
  );
}

function ListRefusal() {
  const { error } = useListContext();
  return <Refusal error={error} />;
}
