import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PublicProduct } from '../../../../backend/src/contract/api-types.js';
import { DELAYS } from '../../../../backend/src/contract/limits.js';
import { TEXTS } from '../../../../backend/src/contract/texts.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Ticket } from '../../ui/ticket.js';
import { fullName } from '../profiles/profile-title.js';
import type { Bought } from './purchase-form.js';

const SECOND = 1_000;
const GOES_TO = '/dashboard';

/** Counts down and leaves; `stay` stops it, for whoever reads slowly. */
function useLeaving() {
  const navigate = useNavigate();
  const [left, setLeft] = useState<number | null>(DELAYS.purchaseRedirect / SECOND);
  useEffect(() => {
    if (left === null) return;
    if (left === 0) {
      void navigate(GOES_TO);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), SECOND);
    return () => clearTimeout(timer);
  }, [left, navigate]);
  return { left, stay: () => setLeft(null) };
}

/** The ticket of a purchase without an account, and where to go from here. */
export function PurchaseDone({ product, bought }: { product: PublicProduct; bought: Bought }) {
  const { order, aco, email } = bought;
  const { left, stay } = useLeaving();
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => news.current?.focus(), []);
  return (
    <div className="grid gap-6">
      <div ref={news} tabIndex={-1} role="status" className="grid gap-2 outline-none">
        <p className="text-lg font-semibold">{TEXTS.submitted}</p>
        <p>
          The slot is yours. {TEXTS.promise} We mailed a link to {email}: with it you see, withdraw or erase the order.
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
      />
      {left !== null && (
        <p>
          You go on to your dashboard in <span className="count text-xl font-bold">{left}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={GOES_TO}>Go to the Dashboard</ButtonLink>
        {left !== null && (
          <Button look="quiet" onClick={stay}>
            Stay Here
          </Button>
        )}
      </div>
    </div>
  );
}
