import { Box, type BoxProps } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, RecordContextProvider, useListContext } from 'react-admin';

export interface RowsProps<Item extends RaRecord> extends Pick<BoxProps, 'sx'> {
  row: (item: Item) => ReactNode;
}

/** The rows that were read last: those of react-admin are gone as soon as they cannot be read anew. */
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
            {row(item)}
          </Box>
        </RecordContextProvider>
      ))}
    </Box>
  );
}
