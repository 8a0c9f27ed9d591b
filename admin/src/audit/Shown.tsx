import { Box, Typography } from '@mui/material';
import { clock, sentence } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { JsonRows } from './JsonRows.js';

interface Stamp {
  type: string;
  at: string;
}

/** What a page said: its sentence first, then the stamps of its ticket, then the rest of the answer. */
export function Shown({ shown: { statusNote, stamps, ...rest } }: { shown: Record<string, unknown> }) {
  const pressed = Array.isArray(stamps) ? (stamps as Stamp[]) : [];
  return (
    <>
      {typeof statusNote === 'string' && <Typography sx={{ fontWeight: 600, pb: 1 }}>{statusNote}</Typography>}
      {pressed.length > 0 && (
        <Box
          component="ul"
          aria-label="Stamps"
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none', m: 0, p: 0, pb: 1 }}
        >
          {pressed.map(({ type, at }) => (
            <Box
              component="li"
              key={`${type} ${at}`}
              sx={{ border: 1, borderRadius: '2px', px: 0.75, fontSize: '0.8125rem' }}
            >
              {sentence(type)} <Mono>{clock(at, undefined, true)}</Mono>
            </Box>
          ))}
        </Box>
      )}
      <JsonRows value={rest} empty="" />
    </>
  );
}
