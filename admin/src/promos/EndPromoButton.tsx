import type { AdminPromo } from '@supreme-access/contract/shapes/products.js';
import { useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function EndPromoButton({ size = 'small' }: { size?: 'small' | 'medium' }) {
  const promo = useRecordContext<AdminPromo>();
  if (!promo || promo.ended) return null;
  return (
    <ActionButton
      label="End"
      pending="Ending…"
      title={`End ${promo.promoCode}?`}
      explain="From now on the code cannot be used. Slots reserved with it keep their price."
      done="The code has ended."
      size={size}
      danger
      run={(_values, key) => dataProvider.remove('promos', promo.id, key)}
    />
  );
}
