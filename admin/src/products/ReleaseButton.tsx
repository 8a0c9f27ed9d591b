import ReleaseIcon from '@mui/icons-material/FlightTakeoff';
import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { counted } from '@supreme-access/contract/labels.js';
import { useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function ReleaseButton({ size }: { size?: 'small' | 'medium' }) {
  const product = useRecordContext<AdminProduct>();
  if (!product) return null;
  return (
    <ActionButton
      label="Release now"
      pending="Releasing…"
      title={`Release ${product.productTitle} now?`}
      explain={`Reservations close and ${counted(product.reserved, 'order is', 'orders are')} attempted at the retailer at once. This cannot be undone.`}
      done="The release has started."
      icon={size === 'small' ? undefined : <ReleaseIcon />}
      size={size}
      refusal={product.refusals.release}
      run={(_values, key) => dataProvider.release(product.productId, key)}
    />
  );
}
