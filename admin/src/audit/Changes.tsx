import { Box, Typography } from '@mui/material';
import type { StateChange } from '@supreme-access/contract/logged-events.js';
import { Mono } from '../ui/Mono.js';
import { legible } from './JsonRows.js';

const WORDS = { added: 'New', removed: 'Gone', changed: 'Changed' } as const;

/** What an event changed in the state, in words. */
export function Changes({ changes, isCut }: { changes: readonly StateChange[]; isCut: boolean }) {
  if (changes.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>It changed nothing of the state.</Typography>;
  return (
    <Box component="ul" aria-label="What it changed" sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
      {isCut && <Typography sx={{ pt: 1 }}>More has changed than is listed.</Typography>}
    </Box>
  );
}
