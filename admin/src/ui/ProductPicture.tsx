import { Box } from '@mui/material';
import type { PublicProduct } from '@supreme-access/contract/api-types.js';

export interface ProductPictureProps {
  product: Pick<PublicProduct, 'productImage' | 'productTitle'>;
  /** CSS width */
  width: number | string;
}

export function ProductPicture({ product, width }: ProductPictureProps) {
  const frame = { width, aspectRatio: '4 / 5', bgcolor: 'action.hover', flex: 'none', display: 'block' };
  if (!product.productImage) return <Box sx={frame} />;
  return <Box component="img" src={product.productImage} alt="" loading="lazy" sx={{ ...frame, objectFit: 'cover' }} />;
}
