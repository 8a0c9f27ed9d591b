import { Box, Typography } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import type { ReleaseOutcome } from '@supreme-access/contract/live.js';
import { productState } from '@supreme-access/contract/product-states.js';
import { Link } from 'react-router-dom';
import type { LiveReleases } from '../products/live-releases.js';
import { OutcomeFigures } from '../products/OutcomeFigures.js';
import { clock } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { RowBoundary } from '../ui/RowBoundary.js';
import { INK, VOLT } from '../ui/tokens.js';

export interface ReleasingNowProps {
  live: LiveReleases;
  products: readonly AdminProduct[];
  /** the server's time, ms UTC */
  now: number;
}

/** The releases that run or have ended just now. One whose time has come stands here before anything is heard of it. */
export function ReleasingNow({ live: { releases, brokenSince }, products, now }: ReleasingNowProps) {
  const told = releases ?? [];
  const isTold = (id: string) => told.some(({ productId }) => productId === id);
  const departing = products.filter(
    (product) => productState(product, now) === 'running' && !isTold(product.productId),
  );
  if (told.length + departing.length === 0) return null;
  return (
    <Box component="section" aria-label="Releasing now" sx={{ mt: 2, border: 1, borderColor: 'text.primary' }}>
      {departing.map(({ productId, productTitle, reserved }) => (
        <Box key={productId}>
          <Head productId={productId} title={productTitle} note="Releasing now" />
          <Typography sx={{ p: { xs: 2, md: 3 } }}>{`${reserved} due; nothing is told of them yet.`}</Typography>
        </Box>
      ))}
      {told.map((release) => (
        <RowBoundary key={release.productId} what={`row ${release.productId}`}>
          <Release release={release} />
        </RowBoundary>
      ))}
      {brokenSince !== null && (
        <Typography role="status" sx={{ px: { xs: 2, md: 3 }, py: 1, borderTop: 1, borderColor: 'divider' }}>
          {`As of ${clock(brokenSince)}: the connection broke, and is made again.`}
        </Typography>
      )}
    </Box>
  );
}

function Release({ release }: { release: ReleaseOutcome }) {
  const { productId, productTitle, finishedAt, due, bought, soldOut } = release;
  const note = finishedAt === null ? 'Releasing now' : `Departed, finished ${clock(finishedAt)}`;
  return (
    <Box>
      <Head productId={productId} title={productTitle} note={note} isOver={finishedAt !== null} />
      <Box sx={{ px: { xs: 2, md: 3 }, pt: 2, pb: 1 }}>
        <Bought due={due} bought={bought} ended={bought + soldOut} />
        <OutcomeFigures outcome={release} />
      </Box>
    </Box>
  );
}

interface HeadProps {
  productId: string;
  title: string;
  note: string;
  isOver?: boolean;
}

function Head({ productId, title, note, isOver = false }: HeadProps) {
  const paint = isOver ? { borderBottom: 1, borderColor: 'divider' } : { bgcolor: VOLT, color: INK };
  return (
    <Box sx={{ ...paint, px: { xs: 2, md: 3 }, py: 2 }}>
      <Typography sx={{ fontWeight: 600 }}>{note}</Typography>
      <Typography variant="h2" sx={{ overflowWrap: 'anywhere', '& a': { color: 'inherit', textDecoration: 'none' } }}>
        <Link to={`/products/${encodeURIComponent(productId)}/show`}>{title}</Link>
      </Typography>
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
