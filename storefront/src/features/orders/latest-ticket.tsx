import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { ButtonLink } from '../../ui/button.js';
import { StatusMark } from '../../ui/status-mark.js';
import { OrderTicket } from './order-ticket.js';

export function LatestTicket({ order }: { order: Order | undefined }) {
  return (
    <section className="col-span-4 grid content-start gap-4 lg:col-span-7" aria-labelledby="latest">
      <h2 id="latest" className="heading text-head">
        Latest ticket
      </h2>
      {order ? (
        <>
          <OrderTicket order={order}>
            <StatusMark status={order.status} label={order.statusLabel} />
          </OrderTicket>
          {order.statusNote && <p className="font-medium">{order.statusNote}</p>}
          <ButtonLink to="/user/orders" variant="quiet" className="justify-self-start">
            See All Orders
          </ButtonLink>
        </>
      ) : (
        <>
          <p>No orders yet. When you secure a slot, its order is shown here.</p>
          <ButtonLink to="/shop" variant="volt" className="justify-self-start">
            Go to the Shop
          </ButtonLink>
        </>
      )}
    </section>
  );
}
