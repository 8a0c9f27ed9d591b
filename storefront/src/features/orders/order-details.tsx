import { BOUNCES, sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { useAlerts } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { inDialog, inPlace, lazyPart } from '../../ui/lazy-part.js';
import { SupportLink } from '../../ui/support-link.js';
import { viewerTime } from '../../ui/times.js';
import { useRefresh } from '../account/account.js';
import { SlotReceipt } from '../receipts/slot-receipt.js';
import { ForwardNote } from './forward-note.js';
import { OrderStory } from './order-story.js';
import { OrderTicket } from './order-ticket.js';
import { SettleFee } from './settle-fee.js';

const CodeForm = lazyPart(async () => (await import('../cards/code-form.js')).CodeForm, inPlace);
const ShareTicket = lazyPart(async () => (await import('../shared-ticket/share-ticket.js')).ShareTicket, inPlace);
const WithdrawDialog = lazyPart(
  async () => (await import('./withdraw-dialog.js')).WithdrawDialog,
  inDialog('Withdraw this slot?'),
);

interface OrderDetailsProps {
  order: Order;
  inReleaseView?: boolean;
}

export function OrderDetails({ order, inReleaseView = false }: OrderDetailsProps) {
  const refresh = useRefresh();
  return (
    <div className="columns gap-y-8 pt-2 pb-8">
      <div className="col-span-4 grid content-start gap-4 lg:col-span-7">
        {!inReleaseView && <OrderTicket order={order} />}
        <Notes order={order} />
        {order.codeOnFile === false && <GiveCode order={order} />}
        <ShareTicket
          order={order}
          path={`/api/user/orders/${encodeURIComponent(order.orderId)}`}
          onChanged={() => refresh('orders')}
        />
        {order.status === 'pending' && <Withdraw order={order} />}
        {order.status === 'action_required' && <SettleFee order={order} />}
      </div>
      <div className="col-span-4 lg:col-span-5">
        <OrderStory orderId={order.orderId} />
      </div>
    </div>
  );
}

function Notes({ order }: { order: Order }) {
  const { boughtSize, boughtStyle, releaseAt, status, mailBounced } = order;
  const other = boughtSize && boughtStyle && (boughtSize !== order.size || boughtStyle !== order.style);
  const waiting = status === 'pending' && releaseAt;
  return (
    <div className="grid gap-1.5">
      {order.statusNote && <p className="font-medium">{order.statusNote}</p>}
      {other && (
        <p>
          Your choice, {sizeLabel(order.size)} in {styleLabel(order.style)}, was sold out. We bought the next available
          one: {sizeLabel(boughtSize)} in {styleLabel(boughtStyle)}.
        </p>
      )}
      {waiting && (
        <p>
          Release:{' '}
          <time dateTime={releaseAt} className="count text-sm">
            {viewerTime(releaseAt)}
          </time>
          .
        </p>
      )}
      {!order.statusNote && <p className="font-medium">{TEXTS.promise}</p>}
      <ForwardNote order={order} />
      {order.slotNumber !== null && <SlotReceipt orderId={order.orderId} />}
      {mailBounced && (
        <p className="font-medium text-wait">
          Our last email about this order bounced. {BOUNCES[mailBounced.reason]}{' '}
          <Link to="/user/account">Check your address</Link>
        </p>
      )}
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="count text-mini break-all text-muted">Order {order.orderId}</span>
        <SupportLink orderId={order.orderId} />
      </p>
    </div>
  );
}

function GiveCode({ order: { orderId } }: { order: Order }) {
  const refresh = useRefresh();
  const client = useQueryClient();
  const alerts = useAlerts();
  const done = async () => {
    alerts.show('success', 'Thank you. We have the security code for this order.');
    await Promise.all([refresh('orders'), client.invalidateQueries({ queryKey: ['story', orderId] })]);
  };
  return (
    <Suspense fallback={null}>
      <CodeForm path={`/api/user/orders/${encodeURIComponent(orderId)}/code`} onGiven={done} />
    </Suspense>
  );
}

function Withdraw({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false);
  const send = useIntent();
  const refresh = useRefresh();
  const alerts = useAlerts();
  const withdraw = async () => {
    try {
      await send(`/api/user/orders/${encodeURIComponent(order.orderId)}/withdraw`, order.orderId, () => ({}));
      alerts.show('success', 'The slot is withdrawn. You were not charged.');
    } catch (error) {
      alerts.show('danger', messageOf(error));
    }
    setAsking(false);
    await refresh('orders');
  };
  return (
    <>
      <Button variant="quiet" className="justify-self-start" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      {/* Without its own boundary the page around it would hide while this loads, and lose the focus. */}
      <Suspense fallback={null}>
        {asking && <WithdrawDialog title={order.productTitle} onWithdraw={withdraw} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}
