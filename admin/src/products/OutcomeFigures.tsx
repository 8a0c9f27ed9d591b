import { Box } from '@mui/material';
import type { ReleaseOutcome } from '@supreme-access/contract/live.js';
import { lapse } from '../ui/format.js';
import { mono } from '../ui/tokens.js';

type Figure = readonly [label: string, value: string, note?: string];

function figuresOf(outcome: ReleaseOutcome): Figure[] {
  const { due, started, bought, nextSize, soldOut, unknown, charged, declined } = outcome;
  return [
    ['Due', String(due)],
    ['Started', String(started)],
    ['Bought', String(bought)],
    ['Next size', String(nextSize), 'among those bought'],
    ['Sold out', String(soldOut)],
    ['Unknown', String(unknown), 'no answer yet'],
    ['Charged', String(charged)],
    ['Declined', String(declined)],
    ['First begun', lapse(outcome.firstAfter), 'after the release'],
    ['Last begun', lapse(outcome.lastAfter), 'after the release'],
    ['Answers, p50', lapse(outcome.answerP50), 'of the retailer'],
    ['Answers, p95', lapse(outcome.answerP95), 'of the retailer'],
  ];
}

/** What came of a release so far; the same figures on the board and on the product's page. */
export function OutcomeFigures({ outcome }: { outcome: ReleaseOutcome }) {
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
      {figuresOf(outcome).map(([label, value, note]) => (
        <Box key={label} sx={{ borderBottom: 1, borderColor: 'divider', py: 1, minWidth: 0 }}>
          <Box component="dt" sx={{ fontSize: '0.8125rem' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ ...mono, m: 0, fontSize: { xs: '1.125rem', md: '1.25rem' }, fontWeight: 600 }}>
            {value}
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
