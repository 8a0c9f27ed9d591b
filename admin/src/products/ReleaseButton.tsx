import ReleaseIcon from '@mui/icons-material/FlightTakeoff';
import { counted } from '@supreme-access/contract/labels.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { bothTimes } from '../ui/format.js';

export function ReleaseButton({ size }: { size?: 'small' | 'medium' }) {
  const product = useRecordContext<AdminProduct>();
  if (!product) return null;
  const { releaseAt, releaseTz, reserved } = product;
  const planned = releaseAt ? `It is planned for ${bothTimes(releaseAt, releaseTz)}. ` : '';
  return (
    <ActionButton
      label="Release now"
      pending="Releasing…"
      title={`Release ${product.productTitle} now?`}
      explain={`${planned}Reservations close now, and ${counted(reserved, 'order is', 'orders are')} checked out at the retailer. This cannot be undone.`}
      done="The release has started."
      icon={size === 'small' ? undefined : <ReleaseIcon />}
      size={size}
      refusal={product.refusals.release}
      run={(_values, key) => dataProvider.release(product.productId, key)}
    />
  );
}
