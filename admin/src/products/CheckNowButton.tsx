import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function CheckNowButton({ productId }: { productId: string }) {
  const { checkDrop } = useDataProvider<typeof dataProvider>();
  return (
    <ActionButton
      label="Check now"
      pending="Checking…"
      title="Look at this drop now?"
      explain="The retailer, Stripe and the mail server are asked whether they answer, and the orders are looked at for codes and cards. Nothing is changed there, and no operator is mailed."
      done="The drop was looked at."
      size="small"
      run={(_values, key) => checkDrop(productId, key)}
    />
  );
}
