import PreviewIcon from '@mui/icons-material/OpenInNew';
import { Button } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { RefusedButton } from '../ui/RefusedButton.js';

/** The product as the shop shows it, to staff also while it is hidden. */
export function PreviewButton({ product: { delisted, shopUrl } }: { product: AdminProduct }) {
  if (delisted) return <RefusedButton label="Preview" refusal="This product is delisted." icon={<PreviewIcon />} />;
  return (
    <Button href={shopUrl} target="_blank" rel="noopener" variant="outlined" startIcon={<PreviewIcon />}>
      Preview
    </Button>
  );
}
