import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { ListBase, Pagination, type SortPayload, useListContext } from 'react-admin';
import { ListReading } from './ListReading.js';

export interface SubListProps {
  /** The path below the API, as 'accounts/{id}/mails'. */
  of: string;
  sort: SortPayload;
  empty: string;
  children: ReactNode;
}

const ROWS = 10;

export function SubList({ of, sort, empty, children }: SubListProps) {
  return (
    <ListBase
      resource={of}
      sort={sort}
      perPage={ROWS}
      disableSyncWithLocation
      storeKey={false}
      disableAuthentication
      queryOptions={{ onError: () => {} }}
    >
      <Shown empty={empty}>{children}</Shown>
    </ListBase>
  );
}

function Shown({ empty, children }: Pick<SubListProps, 'empty' | 'children'>) {
  const { total = 0 } = useListContext();
  return (
    <ListReading empty={<Box sx={{ color: 'text.secondary' }}>{empty}</Box>}>
      {children}
      {total > ROWS && <Pagination rowsPerPageOptions={[]} />}
    </ListReading>
  );
}
