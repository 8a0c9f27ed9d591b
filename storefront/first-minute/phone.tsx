import { Intent } from '@supreme-access/contract/intents.js';
import { money } from '@supreme-access/contract/labels.js';
import type { GuidedDrop } from '@supreme-access/contract/shapes/first-minute.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useCallback, useState } from 'react';
import { messageOf } from '../src/api/api.js';
import { useByServerTime } from '../src/api/clock.js';
import { OrderTicket } from '../src/features/orders/order-ticket.js';
import { ProductPicture } from '../src/features/shop/product-picture.js';
import { Button } from '../src/ui/button.js';
import { SlotMeter } from '../src/ui/slot-meter.js';
import { StatusMark } from '../src/ui/status-mark.js';
import type { Person } from './entrance.js';
import { type AsOf, useReading } from './live-log.js';
import { Note, Pane } from './pane.js';

interface PhoneProps {
  shopper: Person;
  profileId: string;
  drop: GuidedDrop | null;
  beat: number;
}

export function Phone({ shopper, profileId, drop, beat }: PhoneProps) {
  const { api, session } = shopper;
  const productId = drop?.productId;
  const read = useCallback(
    async (asOf: AsOf) => {
      const [product, orders] = await Promise.all([
        api.get<PublicProduct>(`/api/products/${productId}`, asOf),
        api.get<Order[]>('/api/user/orders', asOf),
      ]);
      return { product, order: orders.find((one) => one.productId === productId) };
    },
    [api, productId],
  );
  const seen = useReading(productId ? read : null, beat);
  const isOfDrop = seen !== null && seen.product.productId === productId;
  return (
    <Pane title="The phone" as={`${session.name}, a shopper`}>
      <div className="phone mx-auto max-w-104 border border-edge p-4">
        {isOfDrop && drop ? (
          <Shown {...seen} key={productId} shopper={shopper} profileId={profileId} drop={drop} />
        ) : (
          <Note>{drop ? 'The drop is being listed.' : 'The next drop appears here as soon as you start it.'}</Note>
        )}
      </div>
    </Pane>
  );
}

interface ShownProps {
  shopper: Person;
  profileId: string;
  drop: GuidedDrop;
  product: PublicProduct;
  order: Order | undefined;
}

function Shown({ shopper, profileId, drop, product, order }: ShownProps) {
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-end gap-4">
        <ProductPicture src={product.productImage} alt="" title={product.productTitle} sizes="6rem" eager />
        <div className="grid gap-2">
          <h3 className="heading text-3xl leading-none">{product.productTitle}</h3>
          <p className="count text-sm">{money(product.price, product.currency)} service fee</p>
          <Departure at={drop.releaseAt} />
        </div>
      </div>
      <SlotMeter reserved={product.reserved} total={product.totalStock} />
      {order ? (
        <>
          <p>
            <StatusMark status={order.status} label={order.statusLabel} />
          </p>
          <OrderTicket order={order} />
        </>
      ) : (
        <Secure shopper={shopper} profileId={profileId} product={product} releaseAt={drop.releaseAt} />
      )}
    </div>
  );
}

function Departure({ at }: { at: string }) {
  const left = useByServerTime((now) => Math.max(0, Math.ceil((Date.parse(at) - now) / 1_000)));
  return <p className="count text-sm">{left > 0 ? `Departs in 00:00:${String(left).padStart(2, '0')}` : 'Departed'}</p>;
}

const secured = new Intent();

interface SecureProps extends Pick<ShownProps, 'shopper' | 'profileId' | 'product'> {
  releaseAt: string;
}

function Secure({ shopper, profileId, product, releaseAt }: SecureProps) {
  const { productId, styles, totalStock, reserved } = product;
  const [state, setState] = useState<{ isSending: boolean; problem: string }>({ isSending: false, problem: '' });
  const isOver = useByServerTime((now) => now >= Date.parse(releaseAt));
  const secure = async () => {
    const key = secured.keyFor(productId);
    const [style = ''] = styles.split(', ');
    setState({ isSending: true, problem: '' });
    try {
      await shopper.api.command('/api/checkout/withprofile', { productId, size: 'm', style, profileId }, key);
      setState({ isSending: true, problem: '' });
    } catch (error) {
      secured.settle(key);
      setState({ isSending: false, problem: messageOf(error) });
    }
  };
  const isLate = isOver || reserved >= totalStock;
  return (
    <div className="grid gap-3">
      <Button variant="volt" disabled={isLate || state.isSending} onClick={() => void secure()}>
        {isLate ? 'Too Late for This One' : 'Secure Now'}
      </Button>
      <p role="status" className="text-sm text-lost empty:hidden">
        {state.problem}
      </p>
      <p className="text-sm text-muted">{TEXTS.promise}</p>
    </div>
  );
}
