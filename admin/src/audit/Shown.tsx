import { Box, Typography } from '@mui/material';
import type { Moment } from '@supreme-access/contract/shapes/audit.js';
import { isShownThen } from '@supreme-access/contract/shown-then.js';
import { useMemo } from 'react';
import { JsonRows } from './JsonRows.js';
import { ShopperScreen } from './ShopperScreen.js';

/** The screen itself where the shop has one for it, and what the API answered. */
export function Shown({ moment }: { moment: Moment }) {
  const { kind, at, shown, story } = moment;
  const then = useMemo(() => ({ kind, at, shown, story }), [kind, at, shown, story]);
  if (!shown) return <Typography>Nothing: it was not visible to shoppers.</Typography>;
  const { statusNote, stamps: _onTheTicket, ...rest } = shown;
  return (
    <>
      {typeof statusNote === 'string' && <Typography sx={{ fontWeight: 600, pb: 1 }}>{statusNote}</Typography>}
      {isShownThen(then) && (
        <Box sx={{ pb: 2, maxWidth: 1_200 }}>
          <ShopperScreen then={then} />
        </Box>
      )}
      <JsonRows value={rest} empty="" />
    </>
  );
}
