import { Box } from '@mui/material';
import { pictureSources } from '@supreme-access/contract/pictures.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';

export interface ProductPictureProps {
  product: Pick<PublicProduct, 'productImage' | 'productTitle'>;
  /** A number is in px. */
  width: number | '100%';
}

export function ProductPicture({ product: { productImage }, width }: ProductPictureProps) {
  const frame = { width, aspectRatio: '4 / 5', bgcolor: 'action.hover', flex: 'none', display: 'block' };
  if (!productImage) return <Box sx={frame} />;
  const sizes = width === '100%' ? '(min-width: 900px) 42vw, 100vw' : `${width}px`;
  return (
    <Box component="picture" sx={{ display: 'contents' }}>
      {pictureSources(productImage).map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <Box component="img" src={productImage} alt="" loading="lazy" sx={{ ...frame, objectFit: 'cover' }} />
    </Box>
  );
}
