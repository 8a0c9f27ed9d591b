import { slotTitle } from '@supreme-access/contract/labels.js';
import type { ActionView } from '@supreme-access/contract/shapes/orders.js';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { ButtonLink } from '../../ui/button.js';
import { FormPage } from '../../ui/form-page.js';
import { SupportLink } from '../../ui/support-link.js';
import { ForwardNote } from '../orders/forward-note.js';
import { OrderStory } from '../orders/order-story.js';
import { OrderTicket } from '../orders/order-ticket.js';
import { SlotReceipt } from '../receipts/slot-receipt.js';
import { WhatNext } from '../shop/what-next.js';
import type { Standing } from './standing.js';
import { FEE_LEADS, WORDING } from './wording.js';

interface ActionScreenProps {
  token: string;
  view: ActionView;
  standing: Standing;
  /** its ticket is shown above, with what became of it */
  onStage: boolean;
  children: ReactNode;
}

export function ActionScreen({ token, view: { purpose, order, fee }, standing, onStage, children }: ActionScreenProps) {
  const { titles, lead } = WORDING[purpose];
  const open = standing === 'open';
  const isHeld = open && purpose === 'withdraw' && order !== null;
  const title = isHeld ? slotTitle(order.slotNumber, order.totalStock) : titles[standing];
  return (
    <FormPage title={title} lead={open ? (fee ? FEE_LEADS[fee.why] : lead) : undefined}>
      <div className="grid gap-8">
        {order && !onStage && <OrderTicket order={order} level={2} />}
        {standing === 'confirming' && (
          <p role="status">Your bank has approved the fee. We are waiting for the payment to arrive.</p>
        )}
        {!open && !onStage && order?.statusNote && <p className="font-medium">{order.statusNote}</p>}
        {isHeld && <WhatNext drop={order} />}
        {purpose === 'fee' && children}
        {order && <ForwardNote order={order} />}
        {order?.slotNumber && <SlotReceipt link={token} />}
        {purpose !== 'fee' && children}
        {order && purpose === 'withdraw' && (
          <OrderStory orderId={order.orderId} path={`/api/actions/${encodeURIComponent(token)}`} />
        )}
        {order && (
          <p className="empty:hidden">
            <SupportLink orderId={order.orderId} />
          </p>
        )}
      </div>
    </FormPage>
  );
}

/** Where people go from a link that has done its work. A guest has no orders page: the link is theirs. */
export function Onward({ view: { purpose } }: { view: ActionView }) {
  const session = useSession();
  if (purpose === 'verify') return <ButtonLink to="/shop">Go to the Shop</ButtonLink>;
  if (purpose === 'undo' && !session) return <ButtonLink to="/login">Log In</ButtonLink>;
  if (purpose === 'undo') return <ButtonLink to="/user/account">See Your Account</ButtonLink>;
  return session ? (
    <ButtonLink to="/user/orders">See Your Orders</ButtonLink>
  ) : (
    <ButtonLink to="/">See All Drops</ButtonLink>
  );
}
