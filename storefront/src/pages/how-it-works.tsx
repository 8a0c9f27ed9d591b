import { TEXTS } from '@supreme-access/contract/texts.js';
import { stamp } from '@supreme-access/contract/ticket.js';
import type { ReactNode } from 'react';
import { Steps } from '../features/shop/steps.js';
import { ShopLink } from '../ui/shop-link.js';
import { Ticket } from '../ui/ticket.js';

const SAMPLE = {
  slotNumber: 14,
  totalStock: 200,
  productTitle: 'Your product',
  size: 'm',
  style: 'One Style',
  holder: 'Main Profile',
  price: 35,
};
const STAMPS = [
  stamp('reserved', '2026-03-06T09:58:12Z'),
  stamp('checked-out', '2026-03-06T11:00:03Z'),
  stamp('charged', undefined),
];

const RULES: [string, ReactNode][] = [
  ['Your card', TEXTS.promise],
  ['What you pay', 'A service fee per slot. The retail price of the item is not included; the retailer charges it.'],
  ['The guarantee', 'Your order is guaranteed, or fully refunded within 72 hours of the release.'],
  ['PO boxes', 'Orders shipped to PO boxes get no refund. We warn you before you confirm.'],
  ['One per profile', 'A profile holds one slot per drop. You can withdraw a slot until reservations close.'],
];

export function HowItWorks() {
  return (
    <>
      <header className="gutter pt-8 pb-10 lg:pt-14">
        <h1 className="heading text-hero">How it works</h1>
      </header>
      <section className="gutter pb-12" aria-labelledby="steps">
        <h2 id="steps" className="sr-only">
          Three steps
        </h2>
        <Steps />
      </section>
      <section className="gutter columns gap-y-10 py-12" aria-labelledby="rules">
        <h2 id="rules" className="sr-only">
          The ticket and the rules
        </h2>
        <div className="col-span-4 grid content-start gap-4 lg:col-span-6">
          <Ticket facts={SAMPLE} tone="kept" stamps={STAMPS} />
          <p className="text-sm text-muted">
            Every slot has a number. Each stamp shows what happened, and exactly when.
          </p>
        </div>
        <dl className="col-span-4 lg:col-span-5 lg:col-start-8">
          {RULES.map(([term, text]) => (
            <div key={term} className="border-t border-rule py-3 first:border-fg">
              <dt className="font-semibold">{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="gutter">
        <ShopLink variant="volt" />
      </div>
    </>
  );
}
