import { Box, ButtonBase } from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { ORDER_STATUSES, type OrderStatus, statusLabel } from '../../../backend/src/contract/statuses.js';
import { StatusGlyph } from '../ui/StatusMark.js';

/** 'fail' and 'refunded' share a label, so here one says what sets it apart. */
function choiceLabel(status: OrderStatus): string {
  return status === 'fail' ? `${statusLabel(status)}, not charged` : statusLabel(status);
}

export function StatusFilter() {
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const { status: chosen, ...others } = filterValues;
  const choose = (status?: OrderStatus) => setFilters(status ? { ...others, status } : others, displayedFilters);
  return (
    <Box
      role="group"
      aria-label="Status"
      sx={{ display: 'flex', gap: 0.5, overflowX: 'auto', py: 0.5, scrollbarWidth: 'none' }}
    >
      <Choice chosen={!chosen} onClick={() => choose()}>
        All
      </Choice>
      {ORDER_STATUSES.map((status) => (
        <Choice key={status} chosen={chosen === status} onClick={() => choose(chosen === status ? undefined : status)}>
          <StatusGlyph status={status} />
          {choiceLabel(status)}
        </Choice>
      ))}
    </Box>
  );
}

function Choice({ chosen, onClick, children }: { chosen: boolean; onClick: () => void; children: ReactNode }) {
  const looks = chosen
    ? { bgcolor: 'text.primary', color: 'background.default' }
    : { '&:hover': { bgcolor: 'action.hover' } };
  return (
    <ButtonBase
      aria-pressed={chosen}
      onClick={onClick}
      sx={{
        display: 'flex',
        gap: 0.75,
        border: 1,
        borderColor: chosen ? 'text.primary' : 'divider',
        borderRadius: '2px',
        px: 1.25,
        minHeight: 32,
        fontSize: '0.8125rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        ...looks,
      }}
    >
      {children}
    </ButtonBase>
  );
}
