import { Box, Typography } from '@mui/material';
import { productState } from '@supreme-access/contract/product-states.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import { Link } from 'react-router-dom';
import { ControlRoomLink } from '../products/ControlRoomLink.js';
import type { LiveReleases } from '../products/live-releases.js';
import { OutcomeFigures } from '../products/OutcomeFigures.js';
import { clock } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { RowBoundary } from '../ui/RowBoundary.js';
import { INK, VOLT } from '../ui/tokens.js';

export interface ReleasingNowProps {
  live: LiveReleases;
  products: readonly AdminProduct[];
  /** The server's time, ms UTC. */
  now: number;
}

interface Running {
  productId: string;
  title: string;
  due: number;
  /** It is undefined from the release time until the first figures arrive. */
  outcome?: ReleaseOutcome;
}

export function ReleasingNow({ live: { releases, brokenSince }, products, now }: ReleasingNowProps) {
  const running = runningOf(releases ?? [], products, now);
  if (running.length === 0) return null;
  return (
    <Box component="section" aria-label="Releasing now" sx={{ mt: 2, border: 1, borderColor: 'text.primary' }}>
      {running.map((one) => (
        <RowBoundary key={one.productId} what={`row ${one.productId}`}>
          <Release {...one} />
        </RowBoundary>
      ))}
      {brokenSince !== null && (
        <Typography role="status" sx={{ px: { xs: 2, md: 3 }, py: 1, borderTop: 1, borderColor: 'divider' }}>
          {`As of ${clock(brokenSince)}: the connection was lost and is being restored.`}
        </Typography>
      )}
    </Box>
  );
}

function runningOf(reported: readonly ReleaseOutcome[], products: readonly AdminProduct[], now: number): Running[] {
  const unreported = products.filter(
    (product) =>
      productState(product, now) === 'running' && !reported.some(({ productId }) => productId === product.productId),
  );
  return [
    ...unreported.map(({ productId, productTitle, reserved }) => ({ productId, title: productTitle, due: reserved })),
    ...reported
      .filter(({ finishedAt }) => finishedAt === null)
      .map((outcome) => ({ ...outcome, title: outcome.productTitle, outcome })),
  ];
}

function Release({ productId, title, due, outcome }: Running) {
  const { bought, soldOut, overLimit } = outcome ?? { bought: 0, soldOut: 0, overLimit: 0 };
  return (
    <Box>
      <Box sx={{ bgcolor: VOLT, color: INK, px: { xs: 2, md: 3 }, py: 2 }}>
        <Typography sx={{ fontWeight: 600 }}>Releasing now</Typography>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere', '& a': { color: 'inherit', textDecoration: 'none' } }}>
          <Link to={`/products/${encodeURIComponent(productId)}/show`}>{title}</Link>
        </Typography>
        <ControlRoomLink productId={productId} />
      </Box>
      <Box sx={{ px: { xs: 2, md: 3 }, pt: 2, pb: 1 }}>
        <Bought due={due} bought={bought} ended={bought + soldOut + overLimit} />
        <OutcomeFigures outcome={outcome} />
      </Box>
    </Box>
  );
}

function Bought({ due, bought, ended }: { due: number; bought: number; ended: number }) {
  const share = (count: number) => `${due === 0 ? 100 : (count / due) * 100}%`;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, pb: 1 }}>
      <Box
        role="meter"
        aria-label="Bought"
        aria-valuemin={0}
        aria-valuemax={due}
        aria-valuenow={bought}
        sx={{ flex: 1, height: 16, border: 1, borderColor: 'text.primary', position: 'relative' }}
      >
        <Box sx={{ position: 'absolute', inset: 0, right: 'auto', width: share(ended), bgcolor: 'text.disabled' }} />
        <Box sx={{ position: 'absolute', inset: 0, right: 'auto', width: share(bought), bgcolor: 'text.primary' }} />
      </Box>
      <Mono sx={{ whiteSpace: 'nowrap' }}>{`${bought} of ${due} bought`}</Mono>
    </Box>
  );
}
