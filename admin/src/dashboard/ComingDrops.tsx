import { Box, Typography } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { CheckedDrop } from '@supreme-access/contract/shapes/releases.js';
import { CheckMark, worstOf } from '../products/CheckMark.js';
import { ReleaseTime } from '../products/ReleaseTime.js';
import { RowBoundary } from '../ui/RowBoundary.js';
import { RowLink } from '../ui/RowLink.js';
import { Section } from '../ui/Section.js';
import { SlotMeter } from '../ui/SlotMeter.js';

export interface ComingDropsProps {
  products: readonly AdminProduct[];
  checked: readonly CheckedDrop[];
}

export function ComingDrops({ products, checked }: ComingDropsProps) {
  const checkOf = ({ productId }: AdminProduct) => checked.find((drop) => drop.productId === productId)?.check;
  return (
    <Section title="Coming drops">
      {products.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No drop has a release time.</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {products.map((product) => (
          <Box component="li" key={product.id} sx={{ borderBottom: 1, borderColor: 'divider' }}>
            <RowBoundary what={`row ${product.id}`}>
              <ComingDrop product={product} check={checkOf(product)} />
            </RowBoundary>
          </Box>
        ))}
      </Box>
    </Section>
  );
}

function ComingDrop({ product, check }: { product: AdminProduct; check: CheckedDrop['check'] | undefined }) {
  return (
    <RowLink
      to={`/products/${encodeURIComponent(product.id)}/show`}
      sx={{
        gridTemplateColumns: { xs: '128px minmax(0, 1fr)', sm: '128px minmax(0, 1fr) 150px 112px' },
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.75,
      }}
    >
      <ReleaseTime product={product} />
      <Box sx={{ fontWeight: 600 }}>{product.productTitle}</Box>
      <SlotMeter {...product} compact />
      <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
        {check ? <CheckMark level={worstOf(check)} /> : 'Not checked yet'}
      </Box>
    </RowLink>
  );
}
