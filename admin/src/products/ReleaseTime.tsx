import { Box } from '@mui/material';
import type { PublicProduct } from '@supreme-access/contract/api-types.js';
import { clock, day, zoneName } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';

export function ReleaseTime({ product }: { product: Pick<PublicProduct, 'releaseAt' | 'releaseTz'> }) {
  const { releaseAt, releaseTz } = product;
  if (!releaseAt) return <Box sx={{ color: 'text.secondary' }}>By hand</Box>;
  const zone = releaseTz ?? undefined;
  return (
    <Mono sx={{ whiteSpace: 'nowrap' }}>
      {day(releaseAt, zone)}
      <br />
      {clock(releaseAt, zone)} {zoneName(releaseAt, zone)}
    </Mono>
  );
}
