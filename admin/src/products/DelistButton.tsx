import DelistIcon from '@mui/icons-material/VisibilityOff';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { useRecordContext, useRedirect } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function DelistButton({ size }: { size?: 'small' | 'medium' }) {
  const product = useRecordContext<AdminProduct>();
  const redirect = useRedirect();
  if (!product) return null;
  return (
    <ActionButton
      label="Delete"
      pending="Deleting…"
      title={`Delete ${product.productTitle}?`}
      explain="The product leaves the shop for good. Its orders and their history are kept."
      refusal={product.refusals.delist}
      done="The product is delisted."
      icon={size === 'small' ? undefined : <DelistIcon />}
      size={size}
      danger
      run={(_values, key) => dataProvider.remove('products', product.id, key)}
      onDone={() => redirect('list', 'products')}
    />
  );
}
