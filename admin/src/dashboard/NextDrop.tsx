import { Box, Typography } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { Link } from 'react-router-dom';
import { ControlRoomLink } from '../products/ControlRoomLink.js';
import { DropTime } from '../products/ReleaseTime.js';
import { Countdown } from '../ui/Countdown.js';
import { SlotMeter } from '../ui/SlotMeter.js';
import { INK, VOLT } from '../ui/tokens.js';

export interface NextDropProps {
  product: AdminProduct | undefined;
  /** The server's time, ms UTC. */
  now: number;
}

export function NextDrop({ product, now }: NextDropProps) {
  return (
    <Box component="section" aria-label="Next drop" sx={{ mt: 2, bgcolor: VOLT, color: INK, p: { xs: 2, md: 3 } }}>
      <Typography sx={{ fontWeight: 600 }}>Next drop</Typography>
      {product?.releaseAt ? (
        <Dated product={product} releaseAt={product.releaseAt} now={now} />
      ) : (
        <Typography variant="h3" component="p" sx={{ pt: 1 }}>
          No drop has a release time
        </Typography>
      )}
    </Box>
  );
}

function Dated({ product, releaseAt, now }: { product: AdminProduct; releaseAt: string; now: number }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '1fr auto' }, gap: 3, alignItems: 'end', pt: 1 }}>
      <Box>
        <Typography variant="h1" component="h2" sx={{ '& a': { color: 'inherit', textDecoration: 'none' } }}>
          <Link to={`/products/${encodeURIComponent(product.id)}/show`}>{product.productTitle}</Link>
        </Typography>
        <Box sx={{ py: 1.5 }}>
          <DropTime iso={releaseAt} zone={product.releaseTz} />
        </Box>
        <Box sx={{ maxWidth: 560 }}>
          <SlotMeter reserved={product.reserved} totalStock={product.totalStock} taken={INK} />
        </Box>
        <Box sx={{ pt: 1.5 }}>
          <ControlRoomLink productId={product.productId} />
        </Box>
      </Box>
      <Countdown until={Date.parse(releaseAt)} now={now} />
    </Box>
  );
}
