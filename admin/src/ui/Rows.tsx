import { Box, type BoxProps } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, RecordContextProvider, useListContext } from 'react-admin';
import { RowBoundary } from './RowBoundary.js';

export interface RowsProps<Item extends RaRecord> extends Pick<BoxProps, 'sx'> {
  row: (item: Item) => ReactNode;
}

/** The rows of the last successful read; react-admin drops its own after a failed one. */
export function Rows<Item extends RaRecord>({ row, sx }: RowsProps<Item>) {
  const { data = [] } = useListContext<Item>();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map((item) => (
        <RecordContextProvider key={item.id} value={item}>
          <Box
            component="li"
            data-row
            sx={[{ borderBottom: 1, borderColor: 'divider' }, ...(Array.isArray(sx) ? sx : [sx])]}
          >
            <RowBoundary what={`row ${item.id}`}>
              <Row item={item} row={row} />
            </RowBoundary>
          </Box>
        </RecordContextProvider>
      ))}
    </Box>
  );
}

/** Rendering inside the boundary catches errors of `row`. */
function Row<Item extends RaRecord>({ item, row }: { item: Item; row: RowsProps<Item>['row'] }) {
  return row(item);
}
