import { Box } from '@mui/material';
import type { ControlRoom } from '@supreme-access/contract/shapes/releases.js';
import { SLOT_STATES, type SlotState } from '@supreme-access/contract/statuses.js';
import { memo } from 'react';
import { mono } from '../ui/tokens.js';
import { SHOWN } from './slot-states.js';

const STYLES = Object.fromEntries(SLOT_STATES.map((state) => [`& [data-state=${state}]`, SHOWN[state].sx]));

/** One cell per slot, and per state one row, which is a bar where there are too many slots. */
export function SlotCells({ stock, counts, cells }: Pick<ControlRoom, 'stock' | 'counts' | 'cells'>) {
  return (
    <>
      <Box component="ul" aria-label="Slots by state" sx={{ ...LIST, ...(cells ? FIGURES : BARS) }}>
        {counts.map(({ state, count }) => (
          <Counted key={state} state={state} count={count} bar={cells ? null : stock} />
        ))}
      </Box>
      {cells && (
        <Box component="ol" aria-label="Slots" sx={{ ...LIST, ...CELLS, ...STYLES }}>
          {numbered(stock, cells).map(([slot, state]) => (
            <Cell key={slot} slot={slot} state={state} />
          ))}
        </Box>
      )}
    </>
  );
}

const LIST = { listStyle: 'none', m: 0, p: 0, display: 'grid' } as const;
const FIGURES = { gridTemplateColumns: { xs: 'repeat(3, 1fr)', sm: 'repeat(6, 1fr)' }, columnGap: 2, pb: 1.5 } as const;
const BARS = { rowGap: 1.5 } as const;
const CELLS = {
  gridTemplateColumns: 'repeat(auto-fill, minmax(44px, 1fr))',
  gap: '4px',
  '& li': {
    ...mono,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    height: 32,
    px: 0.75,
    border: 1,
    borderColor: 'divider',
    borderRadius: '2px',
    color: 'text.secondary',
    transition: 'background-color 150ms ease-out',
  },
};

function numbered(stock: number, cells: NonNullable<ControlRoom['cells']>): [number, SlotState | null][] {
  const last = Math.max(stock, cells.at(-1)?.slot ?? 0);
  const states = new Map(cells.map(({ slot, state }) => [slot, state]));
  return Array.from({ length: last }, (_, index) => [index + 1, states.get(index + 1) ?? null]);
}

const Cell = memo(function Cell({ slot, state }: { slot: number; state: SlotState | null }) {
  const word = state === null ? 'Free' : SHOWN[state].word;
  return (
    <li data-state={state ?? 'free'} title={`${slot} ${word}`} aria-label={`${slot} ${word}`}>
      {slot}
      {state && SHOWN[state].glyph}
    </li>
  );
});

interface CountedProps {
  state: SlotState;
  count: number;
  /** The slots that a whole bar stands for; null draws none. */
  bar: number | null;
}

function Counted({ state, count, bar }: CountedProps) {
  const { word, glyph } = SHOWN[state];
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: '0.8125rem' }}>
        {glyph}
        {word}
        {bar !== null && <Box sx={{ ...mono, ml: 'auto', fontWeight: 600 }}>{count}</Box>}
      </Box>
      {bar === null ? (
        <Box sx={{ ...mono, fontSize: { xs: '1.25rem', md: '1.75rem' }, fontWeight: 600, lineHeight: 1.3 }}>
          {count}
        </Box>
      ) : (
        <Box aria-hidden sx={{ height: 18, border: 1, borderColor: 'divider', mt: 0.25 }}>
          <Box
            sx={{
              height: '100%',
              width: `${bar === 0 ? 0 : Math.min(1, count / bar) * 100}%`,
              bgcolor: 'text.secondary',
              ...SHOWN[state].sx,
            }}
          />
        </Box>
      )}
    </Box>
  );
}
