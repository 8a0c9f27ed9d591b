import { slotTitle } from '@supreme-access/contract/labels.js';
import { DELAYS } from '@supreme-access/contract/limits.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { stamp } from '@supreme-access/contract/ticket.js';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../api/session.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Ticket } from '../../ui/ticket.js';
import { fullName } from '../contact/names.js';
import { WhatNext } from '../shop/what-next.js';
import type { Bought } from './purchase-form.js';

const SECOND = 1_000;

function useLeaving(goesTo: string) {
  const navigate = useNavigate();
  const [left, setLeft] = useState<number | null>(DELAYS.purchaseRedirect / SECOND);
  useEffect(() => {
    if (left === null) return;
    if (left === 0) {
      void navigate(goesTo);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), SECOND);
    return () => clearTimeout(timer);
  }, [left, navigate, goesTo]);
  return { left, stay: () => setLeft(null) };
}

/** Shoppers go to their dashboard; a guest goes to the order's own page, which the mailed link opens. */
function useEnd({ link }: Bought) {
  const session = useSession();
  return session
    ? { to: '/dashboard', name: 'dashboard', button: 'Go to the Dashboard' }
    : { to: new URL(link).pathname, name: 'order', button: 'Go to Your Order' };
}

export function PurchaseDone({ product, bought }: { product: PublicProduct; bought: Bought }) {
  const { order, aco, email } = bought;
  const ends = useEnd(bought);
  const { left, stay } = useLeaving(ends.to);
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => news.current?.focus(), []);
  return (
    <div className="grid gap-6">
      <div ref={news} tabIndex={-1} role="status" className="grid gap-2 outline-none">
        <p>{TEXTS.submitted}</p>
        <h2 className="heading text-title">{slotTitle(order.slotNumber, product.totalStock)}</h2>
        <p>
          We emailed a link to <span className="font-medium wrap-anywhere">{email}</span>. Use it to see your order,
          withdraw it or erase your data.
        </p>
      </div>
      <Ticket
        facts={{
          slotNumber: order.slotNumber ?? null,
          totalStock: product.totalStock,
          productTitle: order.productTitle,
          size: aco.productForm?.size ?? '',
          style: order.style,
          holder: fullName(aco.shipping),
          price: order.price,
          currency: product.currency,
        }}
        tone="fresh"
        stamps={order.orderDate ? [stamp('reserved', order.orderDate)] : []}
      />
      <WhatNext drop={product} />
      {left !== null && (
        <p>
          Opening your {ends.name} in <span className="count text-xl font-bold">{left}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={ends.to}>{ends.button}</ButtonLink>
        {left !== null && (
          <Button variant="quiet" onClick={stay}>
            Stay Here
          </Button>
        )}
      </div>
    </div>
  );
}
