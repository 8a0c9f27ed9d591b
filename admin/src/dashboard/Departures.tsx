import { Box, Typography } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { ProductStateMark } from '../products/ProductStateMark.js';
import { ReleaseTime } from '../products/ReleaseTime.js';
import { RowBoundary } from '../ui/RowBoundary.js';
import { RowLink } from '../ui/RowLink.js';
import { Section } from '../ui/Section.js';
import { SlotMeter } from '../ui/SlotMeter.js';

export function Departures({ products }: { products: AdminProduct[] }) {
  return (
    <Section title="Departures">
      {products.length === 0 && <Typography sx={{ color: 'text.secondary' }}>Nothing is dated.</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {products.map((product) => (
          <Box component="li" key={product.id} sx={{ borderBottom: 1, borderColor: 'divider' }}>
            <RowBoundary what={`row ${product.id}`}>
              <Departure product={product} />
            </RowBoundary>
          </Box>
        ))}
      </Box>
    </Section>
  );
}

function Departure({ product }: { product: AdminProduct }) {
  return (
    <RowLink
      to={`/products/${encodeURIComponent(product.id)}/show`}
      sx={{
        gridTemplateColumns: { xs: '128px minmax(0, 1fr)', sm: '128px minmax(0, 1fr) 150px 84px' },
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.75,
      }}
    >
      <ReleaseTime product={product} />
      <Box sx={{ fontWeight: 600 }}>{product.productTitle}</Box>
      <SlotMeter {...product} compact />
      <Box sx={{ justifySelf: { sm: 'end' } }}>
        <ProductStateMark product={product} />
      </Box>
    </RowLink>
  );
}
