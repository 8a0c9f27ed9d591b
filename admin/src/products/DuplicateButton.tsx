import DuplicateIcon from '@mui/icons-material/ContentCopy';
import { Button } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { useCreatePath } from 'react-admin';
import { Link } from 'react-router-dom';
import { useMayWrite } from '../ui/ActionButton.js';
import { duplicateOf } from './product-input.js';

export function DuplicateButton({ product }: { product: AdminProduct }) {
  const mayWrite = useMayWrite();
  const createPath = useCreatePath();
  if (!mayWrite) return null;
  return (
    <Button
      component={Link}
      to={createPath({ resource: 'products', type: 'create' })}
      state={{ record: duplicateOf(product) }}
      onClick={() => window.scrollTo(0, 0)}
      variant="outlined"
      startIcon={<DuplicateIcon />}
    >
      Duplicate
    </Button>
  );
}
