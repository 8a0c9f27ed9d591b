import { Box, Typography } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { ToggleThemeButton } from 'react-admin';
import { Link } from 'react-router-dom';
import { CancelDropButton } from '../products/CancelDropButton.js';
import { ProductStateMark } from '../products/ProductStateMark.js';
import { ReleaseButton } from '../products/ReleaseButton.js';
import { DropTime } from '../products/ReleaseTime.js';
import { Countdown } from '../ui/Countdown.js';
import { RecordActions } from '../ui/page-actions.js';
import { Shortcuts } from '../ui/Shortcuts.js';
import { SlotMeter } from '../ui/SlotMeter.js';
import { useServerNow } from '../ui/server-clock.js';
import { INK, VOLT } from '../ui/tokens.js';
import { Wordmark } from '../ui/Wordmark.js';

const BAR = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 1 } as const;

export function RoomHead({ product }: { product: AdminProduct }) {
  return (
    <Box component="header">
      <Box sx={BAR}>
        <Wordmark />
        <Box sx={{ ml: 'auto', display: 'flex' }}>
          <Shortcuts />
          <ToggleThemeButton />
        </Box>
      </Box>
      <Departure product={product} />
      <Box sx={BAR}>
        <ProductStateMark product={product} />
        <Box component={Link} to={`/products/${encodeURIComponent(product.productId)}/show`} sx={{ color: 'inherit' }}>
          Product page
        </Box>
        <Box sx={{ ml: 'auto', display: 'flex', gap: 1 }}>
          <RecordActions>
            <ReleaseButton />
            <CancelDropButton />
          </RecordActions>
        </Box>
      </Box>
    </Box>
  );
}

function Departure({ product }: { product: AdminProduct }) {
  const now = useServerNow();
  const { releaseAt, releaseStartedAt, releaseTz, reserved, totalStock } = product;
  const at = releaseStartedAt ?? releaseAt;
  const isAhead = at !== null && Date.parse(at) > now && !product.cancelled;
  return (
    <Box sx={{ bgcolor: VOLT, color: INK, p: { xs: 2, md: 3 } }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { md: 'minmax(0, 1fr) auto' }, gap: 2, alignItems: 'end' }}>
        <Box>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {product.productTitle}
          </Typography>
          <Box sx={{ py: 1.5 }}>{at ? <DropTime iso={at} zone={releaseTz} /> : 'Released by hand'}</Box>
          <Box sx={{ maxWidth: 560 }}>
            <SlotMeter reserved={reserved} totalStock={totalStock} taken={INK} compact={totalStock > 60} />
          </Box>
        </Box>
        {isAhead && <Countdown until={Date.parse(at)} now={now} />}
      </Box>
    </Box>
  );
}
