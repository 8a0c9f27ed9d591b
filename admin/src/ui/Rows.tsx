import { Box, type BoxProps } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, RecordsIterator } from 'react-admin';

export interface RowsProps<Item extends RaRecord> extends Pick<BoxProps, 'sx'> {
  row: (item: Item) => ReactNode;
}

export function Rows<Item extends RaRecord>({ row, sx }: RowsProps<Item>) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      <RecordsIterator<Item>
        render={(item) => (
          <Box
            component="li"
            data-row
            sx={[{ borderBottom: 1, borderColor: 'divider' }, ...(Array.isArray(sx) ? sx : [sx])]}
          >
            {row(item)}
          </Box>
        )}
      />
    </Box>
  );
}
