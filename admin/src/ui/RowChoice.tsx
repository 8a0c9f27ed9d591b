import { Box, Checkbox, FormControlLabel } from '@mui/material';
import type { ReactNode } from 'react';
import { BulkActionsToolbar, type Identifier, useListContext } from 'react-admin';

export function RowChoice({ id, label }: { id: Identifier; label: string }) {
  const { selectedIds, onToggleItem } = useListContext();
  return (
    <Checkbox
      sx={{ ml: '-11px' }}
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
      slotProps={{ input: { 'aria-label': label } }}
    />
  );
}

export function PageChoice() {
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }) => id);
  const others = selectedIds.filter((id) => !ids.includes(id));
  const isWhole = ids.length > 0 && ids.every((id) => selectedIds.includes(id));
  return (
    <FormControlLabel
      control={<Checkbox checked={isWhole} onChange={() => onSelect(isWhole ? others : [...others, ...ids])} />}
      label="Choose all on this page"
    />
  );
}

export function ChosenRows({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ position: 'sticky', bottom: 0, zIndex: 'speedDial' }}>
      <BulkActionsToolbar>{children}</BulkActionsToolbar>
    </Box>
  );
}
