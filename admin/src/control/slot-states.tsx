import type { SlotState } from '@supreme-access/contract/statuses.js';
import type { ReactElement } from 'react';
import { Glyph, StatusGlyph } from '../ui/StatusMark.js';
import { INK, VOLT } from '../ui/tokens.js';

const TWO_TICKS = 'M.5 6.5 3 9l4-5.5M5.5 8l1 1 5-6.5';

interface Shown {
  word: string;
  glyph: ReactElement;
  sx: object;
}

/** A state is shown by number, mark and colour; the marks equal those of the orders. */
export const SHOWN: Record<SlotState, Shown> = {
  reserved: {
    word: 'Reserved',
    glyph: <StatusGlyph status="pending" />,
    sx: { borderColor: 'text.primary' },
  },
  attempting: {
    word: 'Attempting',
    glyph: <StatusGlyph status="processing" />,
    sx: { borderColor: 'warning.main', color: 'warning.main', borderStyle: 'dashed' },
  },
  bought: {
    word: 'Bought',
    glyph: <StatusGlyph status="success" />,
    sx: { borderColor: 'text.primary', bgcolor: VOLT, color: INK },
  },
  charged: {
    word: 'Charged',
    glyph: <Glyph path={TWO_TICKS} />,
    sx: { borderColor: 'text.primary', bgcolor: 'text.primary', color: 'background.default' },
  },
  'not-bought': {
    word: 'Not bought',
    glyph: <StatusGlyph status="fail" />,
    sx: { borderColor: 'error.main', color: 'error.main' },
  },
  refunded: {
    word: 'Refunded',
    glyph: <StatusGlyph status="refunded" />,
    sx: { borderColor: 'text.secondary', color: 'text.secondary' },
  },
};
