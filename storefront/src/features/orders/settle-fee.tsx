import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { useNavigate } from 'react-router-dom';
import { api, messageOf } from '../../api/api.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { useRefresh } from '../account/account.js';
import { isShopperNeeded } from './story.js';

export function SettleFee({ order }: { order: Order }) {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const alerts = useAlerts();
  const open = async () => {
    try {
      const { url } = await api.get<{ url: string }>(`/api/user/orders/${encodeURIComponent(order.orderId)}/feeLink`);
      await navigate(new URL(url).pathname);
    } catch (error) {
      alerts.show('danger', messageOf(error));
      await refresh('orders');
    }
  };
  if (isShopperNeeded(order)) return null;
  return (
    <Button className="justify-self-start" onClick={open}>
      Pay the Fee
    </Button>
  );
}
