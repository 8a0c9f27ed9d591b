import { Box } from '@mui/material';
import { INK, mono, PAPER } from './tokens.js';

export interface CountdownProps {
  /** The unit is ms UTC. */
  until: number;
  /** The server's time, ms UTC. */
  now: number;
}

export function Countdown({ until, now }: CountdownProps) {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  const parts = {
    Days: Math.floor(seconds / 86_400),
    Hrs: Math.floor(seconds / 3_600) % 24,
    Min: Math.floor(seconds / 60) % 60,
    Sec: seconds % 60,
  };
  return (
    <Box role="timer" sx={{ display: 'flex', gap: { xs: 1.25, md: 2 } }}>
      {Object.entries(parts).map(([unit, value]) => (
        <Box key={unit}>
          <Box sx={{ display: 'flex', gap: '2px' }}>
            {Array.from(String(value).padStart(2, '0'), (digit, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a digit's place is its identity
              <Flap key={place} digit={digit} />
            ))}
          </Box>
          <Box sx={{ ...mono, fontSize: '0.6875rem', pt: 0.5 }}>{unit}</Box>
        </Box>
      ))}
    </Box>
  );
}

const HINGE = {
  content: '""',
  position: 'absolute',
  inset: '50% 0 auto',
  borderTop: `1px solid ${PAPER}`,
  opacity: 0.55,
};

function Flap({ digit }: { digit: string }) {
  return (
    <Box
      sx={{
        bgcolor: INK,
        color: PAPER,
        borderRadius: '2px',
        overflow: 'hidden',
        position: 'relative',
        '&::after': HINGE,
      }}
    >
      <Box
        key={digit}
        sx={{
          ...mono,
          fontSize: { xs: '1.75rem', md: '2.75rem' },
          fontWeight: 600,
          lineHeight: 1.3,
          px: { xs: 0.5, md: 0.75 },
          '@keyframes flip': { from: { transform: 'translateY(-100%)' }, to: { transform: 'none' } },
          animation: 'flip 160ms cubic-bezier(0, 0, 0.2, 1)',
        }}
      >
        {digit}
      </Box>
    </Box>
  );
}
