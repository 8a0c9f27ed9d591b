import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { ListBase, Pagination, type SortPayload, useListContext } from 'react-admin';
import { ListReading } from './ListReading.js';

export interface SubListProps {
  /** under the API, as 'accounts/{id}/mails' */
  of: string;
  sort: SortPayload;
  empty: string;
  children: ReactNode;
}

/** rows of a list within a page */
const ROWS = 10;

/** A list that belongs to one record, within its page: it keeps to itself what page it shows. */
export function SubList({ of, sort, empty, children }: SubListProps) {
  return (
    <ListBase
      resource={of}
      sort={sort}
      perPage={ROWS}
      disableSyncWithLocation
      storeKey={false}
      // the page around it says who may read it
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
