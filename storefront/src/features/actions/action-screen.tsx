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
import type { LinkState } from './link-state.js';
import { FEE_LEADS, WORDING } from './wording.js';

interface ActionScreenProps {
  token: string;
  view: ActionView;
  linkState: LinkState;
  inReleaseView: boolean;
  children: ReactNode;
}

export function ActionScreen({
  token,
  view: { purpose, order, fee },
  linkState,
  inReleaseView,
  children,
}: ActionScreenProps) {
  const { titles, lead } = WORDING[purpose];
  const open = linkState === 'open';
  const isHeld = open && purpose === 'withdraw' && order !== null;
  const title = isHeld ? slotTitle(order.slotNumber, order.totalStock) : titles[linkState];
  return (
    <FormPage title={title} lead={open ? (fee ? FEE_LEADS[fee.why] : lead) : undefined}>
      <div className="grid gap-8">
        {order && !inReleaseView && <OrderTicket order={order} level={2} />}
        {linkState === 'confirming' && (
          <p role="status">Your bank has approved the fee. We are waiting for the payment to arrive.</p>
        )}
        {!open && !inReleaseView && order?.statusNote && <p className="font-medium">{order.statusNote}</p>}
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

/** Where a used link leads. A guest has no orders page and stays on the link. */
export function NextLink({ view: { purpose } }: { view: ActionView }) {
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
