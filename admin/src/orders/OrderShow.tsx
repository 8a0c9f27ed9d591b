import { Box } from '@mui/material';
import { money, sizeLabel } from '@supreme-access/contract/labels.js';
import type { AdminOrder, Order } from '@supreme-access/contract/shapes/orders.js';
import { ShowBase, useShowContext } from 'react-admin';
import { Bounced } from '../ui/Bounced.js';
import { Copyable } from '../ui/Copyable.js';
import { Facts } from '../ui/Facts.js';
import { HistoryButton } from '../ui/HistoryButton.js';
import { Mono, Time } from '../ui/Mono.js';
import { PageHead } from '../ui/PageHead.js';
import { Refusal, stay } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { StatusMark } from '../ui/StatusMark.js';
import { ArchiveButton } from './ArchiveButton.js';
import { AutoCheckoutData } from './AutoCheckoutData.js';
import { BundleButtons } from './BundleButtons.js';
import { CheckOutButton } from './CheckOutButton.js';
import { DownloadOrderButton } from './DownloadOrderButton.js';
import { EvidenceFileButton } from './disputes/EvidenceFileButton.js';
import { EraseGuestButton } from './EraseGuestButton.js';
import { EvidenceButton } from './EvidenceButton.js';
import { OrderFileFacts, OrderStorySection } from './file/OrderFileSections.js';
import { OrderTicket } from './OrderTicket.js';
import { RefundButton } from './RefundButton.js';
import { ResendButton } from './ResendButtons.js';
import { SettleButton } from './SettleButton.js';
import { WithdrawButton } from './WithdrawButton.js';

const REFRESH_MS = 5_000;

export function OrderShow() {
  return (
    <ShowBase queryOptions={{ refetchInterval: REFRESH_MS, onError: stay }}>
      <OrderPage />
    </ShowBase>
  );
}

function OrderPage() {
  const { record: order, error } = useShowContext<AdminOrder>();
  if (!order) return <Refusal error={error} />;
  return (
    <>
      <PageHead title="Order" note={<StatusMark status={order.status} />}>
        <HistoryButton kind="orders" id={order.orderId} />
        <RefundButton />
        <SettleButton what="settleRefund" />
        <SettleButton what="settlePurchase" />
        <ResendButton />
        <WithdrawButton />
        <CheckOutButton />
        <EvidenceButton />
        <DownloadOrderButton />
        {order.charged > 0 && <EvidenceFileButton />}
        <BundleButtons />
        <ArchiveButton />
        <EraseGuestButton />
      </PageHead>
      <Box sx={{ maxWidth: 760, pt: 1, pb: 3 }}>
        <OrderTicket order={order} />
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '7fr 5fr' }, gap: { xs: 3, lg: 4 } }}>
        <OrderStorySection orderId={order.orderId} refresh={REFRESH_MS} />
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
          <Section title="Facts">
            <OrderFacts order={order} />
          </Section>
          <OrderFileFacts orderId={order.orderId} refresh={REFRESH_MS} />
          <AutoCheckoutData order={order} />
        </Box>
      </Box>
    </>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const time = (iso: string | null) => iso && <Time iso={iso} />;
  const bought = [order.boughtSize && sizeLabel(order.boughtSize), order.boughtStyle].filter(Boolean).join(', ');
  return (
    <Facts
      facts={{
        Status: order.statusNote || null,
        Email: order.email,
        Mail: order.mailBounced && <Bounced mail={order.mailBounced} />,
        Name: order.name,
        Bought: bought || null,
        'Retailer, at most': order.limit && <Mono>{money(order.limit.amount, order.limit.currency)}</Mono>,
        'Retailer, paid': order.retailTotal && (
          <Mono>{money(order.retailTotal.amount, order.retailTotal.currency)}</Mono>
        ),
        'Retailer order': order.retailOrder && <Mono>{order.retailOrder.number}</Mono>,
        Release: time(order.releaseAt) ?? 'Manual',
        Ordered: time(order.orderDate),
        Kind: order.livemode ? null : 'Test order: sandbox retailer only, never charged',
        'Order id': <Copyable name="order id" text={order.orderId} />,
        'Product id': <Copyable name="product id" text={order.productId} />,
      }}
    />
  );
}
