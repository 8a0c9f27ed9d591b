import { Box } from '@mui/material';
import type { ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import { lapse } from '../ui/format.js';
import { mono } from '../ui/tokens.js';

interface Figure {
  label: string;
  note?: string;
  of: (outcome: ReleaseOutcome) => string;
}

const FIGURES: readonly Figure[] = [
  { label: 'Orders', of: ({ due }) => String(due) },
  { label: 'Started', of: ({ started }) => String(started) },
  { label: 'Bought', of: ({ bought }) => String(bought) },
  { label: 'Next size', note: 'included in bought', of: ({ nextSize }) => String(nextSize) },
  { label: 'Sold out', of: ({ soldOut }) => String(soldOut) },
  { label: 'Over limit', of: ({ overLimit }) => String(overLimit) },
  { label: 'Unknown', note: 'no answer yet', of: ({ unknown }) => String(unknown) },
  { label: 'Charged', of: ({ charged }) => String(charged) },
  { label: 'Declined', of: ({ declined }) => String(declined) },
  { label: 'First attempt', note: 'after the release', of: ({ firstAfter }) => lapse(firstAfter) },
  { label: 'Last attempt', note: 'after the release', of: ({ lastAfter }) => lapse(lastAfter) },
  { label: 'Retailer response, median', of: ({ answerP50 }) => lapse(answerP50) },
  { label: 'Retailer response, 95th percentile', of: ({ answerP95 }) => lapse(answerP95) },
];

export function OutcomeFigures({ outcome }: { outcome: ReleaseOutcome | undefined }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(4, 1fr)' },
        columnGap: 2,
      }}
    >
      {FIGURES.map(({ label, note, of }) => (
        <Box key={label} sx={{ borderBottom: 1, borderColor: 'divider', py: 1, minWidth: 0 }}>
          <Box component="dt" sx={{ fontSize: '0.8125rem' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ ...mono, m: 0, fontSize: { xs: '1.125rem', md: '1.25rem' }, fontWeight: 600 }}>
            {outcome ? of(outcome) : '–'}
          </Box>
          {note && (
            <Box component="dd" sx={{ m: 0, color: 'text.secondary', fontSize: '0.75rem' }}>
              {note}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}
