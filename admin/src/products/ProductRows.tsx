import { Box } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { money } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { ProductPicture } from '../ui/ProductPicture.js';
import { SlotMeter } from '../ui/SlotMeter.js';
import { ProductStateMark } from './ProductStateMark.js';
import { ReleaseTime } from './ReleaseTime.js';

/** The list on a phone. */
export function ProductRows() {
  const { data = [] } = useListContext<AdminProduct>();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'text.primary' }}>
      {data.map((product) => (
        <Box component="li" key={product.id} sx={{ borderBottom: 1, borderColor: 'divider' }}>
          <Box
            component={Link}
            to={`/products/${encodeURIComponent(product.id)}/show`}
            sx={{ display: 'flex', gap: 1.5, py: 1.5, color: 'inherit', textDecoration: 'none' }}
          >
            <ProductPicture product={product} width={88} />
            <Row product={product} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Row({ product }: { product: AdminProduct }) {
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.75, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ fontWeight: 600 }}>{product.productTitle}</Box>
        <Mono>{money(product.price, product.currency)}</Mono>
      </Box>
      <SlotMeter {...product} compact />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-end', gap: 1 }}>
        <ReleaseTime product={product} />
        <ProductStateMark product={product} />
      </Box>
    </Box>
  );
}
