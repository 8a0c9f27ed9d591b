import { Box, Typography } from '@mui/material';
import type { StateChange } from '@supreme-access/contract/shapes/audit.js';
import { Mono } from '../ui/Mono.js';
import { legible } from './JsonRows.js';

const WORDS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;

export function Changes({ changes, isCut }: { changes: readonly StateChange[]; isCut: boolean }) {
  if (changes.length === 0) return <Typography sx={{ color: 'text.secondary' }}>The state did not change.</Typography>;
  return (
    <Box component="ul" aria-label="What changed" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {changes.map(({ path, kind, before, after }) => (
        <Box
          component="li"
          key={path}
          sx={{ py: 0.5, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
        >
          <Box component="span" sx={{ fontWeight: 700 }}>
            {WORDS[kind]}
          </Box>{' '}
          <Mono>{path}</Mono>
          <Mono component="div" sx={{ color: 'text.secondary' }}>
            {kind === 'changed' && `${legible(path, before)} → `}
            {legible(path, kind === 'removed' ? before : after)}
          </Mono>
        </Box>
      ))}
      {isCut && <Typography sx={{ pt: 1 }}>There are more changes than shown here.</Typography>}
    </Box>
  );
}
