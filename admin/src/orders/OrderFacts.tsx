import type { Order } from '@supreme-access/contract/api-types.js';
import { Facts } from '../ui/Facts.js';
import { instant, money, sizeName } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';

export function OrderFacts({ order }: { order: Order }) {
  const amount = (value: number) => <Mono>{money(value, order.currency)}</Mono>;
  const time = (iso: string | null) => iso && <Mono>{instant(iso)}</Mono>;
  const bought = [order.boughtSize && sizeName(order.boughtSize), order.boughtStyle].filter(Boolean).join(', ');
  return (
    <Facts
      facts={{
        Status: order.statusNote || null,
        Email: order.email,
        Name: order.name,
        Price: amount(order.price),
        Charged: amount(order.charged),
        Refunded: amount(order.refunded),
        Bought: bought || null,
        Release: time(order.releaseAt) ?? 'By hand',
        Ordered: time(order.orderDate),
        Kind: order.livemode ? null : 'Test order: sandbox retailer only, never charged',
        'Order id': <Mono>{order.orderId}</Mono>,
        'Product id': <Mono>{order.productId}</Mono>,
      }}
    />
  );
}
