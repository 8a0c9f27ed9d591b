import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';

interface ShareTicketProps {
  order: Order;
  /** of the order, or of the mailed link to it */
  path: string;
  onChanged(): Promise<unknown>;
}

/** Gives a ticket a public page, and saves it as a picture whose code leads there. */
export function ShareTicket({ order, path, onChanged }: ShareTicketProps) {
  const { orderId, ticketId, slotNumber, status } = order;
  const send = useIntent();
  const alerts = useAlerts();
  const [isBusy, setIsBusy] = useState(false);
  const busy = async (does: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await does();
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
    setIsBusy(false);
  };
  const change = (shared: boolean) =>
    busy(async () => {
      await send(`${path}/ticket`, `${orderId} ${shared}`, () => ({ shared }));
      await onChanged();
    });
  const save = (shown: string) =>
    busy(async () => {
      const { savePicture } = await import('./ticket-picture.js');
      const bought = { size: order.boughtSize ?? order.size, style: order.boughtStyle ?? order.style };
      await savePicture({ ...order, ...bought, ticketId: shown });
    });
  if (slotNumber === null || status === 'withdrawn') return null;
  if (!ticketId) {
    return (
      <section className="grid justify-items-start gap-2" aria-label="Show this ticket">
        <p className="text-sm text-muted">
          A public page shows product, slot, size and style, and when it was bought. Not your name, and not this order.
        </p>
        <Button variant="quiet" disabled={isBusy} onClick={() => change(true)}>
          Make a Public Page
        </Button>
      </section>
    );
  }
  return (
    <section className="grid justify-items-start gap-3" aria-label="Show this ticket">
      <p>
        Anyone with its address sees{' '}
        <Link to={`/tickets/${ticketId}`} className="font-medium">
          the public page of this ticket
        </Link>
        .
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" disabled={isBusy} onClick={() => save(ticketId)}>
          Save as a Picture
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={() => change(false)}>
          Remove the Public Page
        </Button>
      </div>
    </section>
  );
}
