import { Box, Typography } from '@mui/material';
import type { ControlRoom } from '@supreme-access/contract/shapes/releases.js';
import { lapse } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { VOLT } from '../ui/tokens.js';

/** How long the retailer took for each order's last answer. */
export function Answers({ answers }: Pick<ControlRoom, 'answers'>) {
  const most = Math.max(0, ...answers.map(({ bought, refused }) => bought + refused));
  if (most === 0) return <Typography sx={{ color: 'text.secondary' }}>The retailer has not answered yet.</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', rowGap: 0.5 }}>
      {answers.map(({ within, bought, refused }, place) => (
        <Box
          component="li"
          key={within}
          sx={{
            display: 'grid',
            gridTemplateColumns: '84px minmax(0, 1fr) auto',
            alignItems: 'center',
            columnGap: 1.5,
          }}
        >
          <Mono>{within === null ? `> ${lapse(answers[place - 1]?.within ?? 0)}` : `≤ ${lapse(within)}`}</Mono>
          <Box aria-hidden sx={{ display: 'flex', height: 16 }}>
            <Bar share={bought / most} fill={VOLT} />
            <Bar share={refused / most} fill="divider" />
          </Box>
          <Mono sx={{ whiteSpace: 'nowrap' }}>{textOf(bought, refused)}</Mono>
        </Box>
      ))}
    </Box>
  );
}

function textOf(bought: number, refused: number): string {
  const parts = [bought > 0 && `${bought} bought`, refused > 0 && `${refused} refused`].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : '0';
}

function Bar({ share, fill }: { share: number; fill: string }) {
  if (share === 0) return null;
  return <Box sx={{ width: `${share * 100}%`, bgcolor: fill, border: 1, borderColor: 'text.primary', ml: '-1px' }} />;
}
