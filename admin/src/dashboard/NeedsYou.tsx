import { Box } from '@mui/material';
import type { Board } from '@supreme-access/contract/shapes/reports.js';
import { RowLink } from '../ui/RowLink.js';
import { Section } from '../ui/Section.js';
import { INK, mono, VOLT } from '../ui/tokens.js';
import { type Need, needsOf } from './needs.js';

export function NeedsYou({ board }: { board: Board }) {
  const needs = needsOf(board);
  if (needs.length === 0) return null;
  return (
    <Section title="Needs you" sx={{ pb: 3 }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {needs.map((need) => (
          <Box component="li" key={need.to} sx={{ borderBottom: 1, borderColor: 'divider' }}>
            <NeedRow need={need} />
          </Box>
        ))}
      </Box>
    </Section>
  );
}

function NeedRow({ need: { label, note, count, to } }: { need: Need }) {
  return (
    <RowLink
      to={to}
      sx={{
        gridTemplateColumns: { xs: '44px minmax(0, 1fr)', md: '44px 240px minmax(0, 1fr)' },
        columnGap: 1.5,
        alignItems: 'center',
        minHeight: 44,
      }}
    >
      <Box
        sx={{
          ...mono,
          gridRow: { xs: 'span 2', md: 'auto' },
          bgcolor: VOLT,
          color: INK,
          border: 1,
          borderColor: INK,
          fontWeight: 600,
          px: 0.5,
          justifySelf: 'start',
        }}
      >
        {count}
      </Box>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{label}</Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{note}</Box>
    </RowLink>
  );
}
