import { Box } from '@mui/material';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { clock, day, dropTime, viewerCity, viewerTime } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';

export function ReleaseTime({ product }: { product: Pick<PublicProduct, 'releaseAt' | 'releaseTz'> }) {
  const { releaseAt, releaseTz } = product;
  if (!releaseAt) return <Box sx={{ color: 'text.secondary' }}>Manual</Box>;
  const there = dropTime(releaseAt, releaseTz);
  return (
    <Mono>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {day(releaseAt)}
      </Box>
      <br />
      {clock(releaseAt)} {viewerCity()}
      {there && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.75rem' }}>
          {there}
        </Box>
      )}
    </Mono>
  );
}

export function DropTime({ iso, zone }: { iso: string; zone: string | null }) {
  const there = dropTime(iso, zone);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
      <Mono>{viewerTime(iso)}</Mono>
      {there && <Mono sx={{ opacity: 0.8 }}>{there}</Mono>}
    </Box>
  );
}
