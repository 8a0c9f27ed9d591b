import { Box, type Theme, useMediaQuery } from '@mui/material';
import { type ReactElement, type ReactNode, useRef } from 'react';
import {
  DateTimeInput,
  ExportButton,
  FilterButton,
  ListBase,
  ListToolbar,
  Pagination,
  type SortPayload,
  TopToolbar,
  useListContext,
} from 'react-admin';
import { Columns } from './Columns.js';
import { EVERYTHING, exporter } from './export.js';
import { instantOf } from './format.js';
import { ListReading } from './ListReading.js';
import { useListKeys } from './list-keys.js';
import { Mono } from './Mono.js';
import { NoData } from './NoData.js';
import { PageHead } from './PageHead.js';

export const REFRESH_MS = 10_000;

const QUERY = { refetchInterval: REFRESH_MS, onError: () => {} };

export interface ListPageProps {
  title: string;
  sort: SortPayload;
  filters: ReactElement[];
  actions?: ReactNode;
  exportButton?: ReactNode;
  hasColumns?: boolean;
  badges?: ReactNode;
  table: ReactNode;
  rows: ReactNode;
  tableFrom?: 'md' | 'lg';
}

export function ListPage({
  title,
  sort,
  filters,
  actions,
  exportButton,
  hasColumns = true,
  badges,
  table,
  rows,
  tableFrom,
}: ListPageProps) {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up(tableFrom ?? 'md'));
  return (
    <ListBase sort={sort} perPage={25} queryOptions={QUERY} exporter={exporter}>
      <ListHead title={title}>{actions}</ListHead>
      <ListToolbar
        filters={filters}
        actions={
          <TopToolbar>
            <FilterButton />
            {isWide && hasColumns && <Columns />}
            {/* A disabled export of react-admin has no accessible name on a phone. */}
            {exportButton ?? <ExportButton maxResults={EVERYTHING} aria-label="Export" />}
          </TopToolbar>
        }
      />
      {badges && <Box sx={{ pb: 1 }}>{badges}</Box>}
      <ListBody>
        {isWide ? (
          <Box sx={{ overflowX: 'auto' }}>{table}</Box>
        ) : (
          <Box sx={{ borderTop: 1, borderColor: 'text.primary' }}>{rows}</Box>
        )}
      </ListBody>
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
  const body = useRef<HTMLElement>(null);
  useListKeys(body);
  return (
    <ListReading empty={<NoData />}>
      <Box ref={body} sx={{ '& tbody tr:focus-within, & li:focus-within': { bgcolor: 'action.hover' } }}>
        {children}
      </Box>
      <Pagination rowsPerPageOptions={[25, 50, 100]} />
    </ListReading>
  );
}

export function timeFilters(field: string, label: string) {
  return [
    <DateTimeInput key={`${field}_gte`} source={`${field}_gte`} label={`${label} from`} parse={instantOf} />,
    <DateTimeInput key={`${field}_lte`} source={`${field}_lte`} label={`${label} until`} parse={instantOf} />,
  ];
}
