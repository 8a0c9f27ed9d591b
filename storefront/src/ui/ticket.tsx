import { money, sizeLabel, slotLabel, styleLabel } from '@supreme-access/contract/labels.js';
import type { OrderStamp } from '@supreme-access/contract/shapes/orders.js';
import type { RetailAmount } from '@supreme-access/contract/shapes/primitives.js';
import type { ReactNode } from 'react';
import { stampTime } from './times.js';

export interface TicketFacts {
  slotNumber: number | null;
  totalStock: number;
  productTitle: string;
  size: string;
  style: string;
  holder?: string;
  /** the fee; absent where anyone may look */
  price?: number;
  currency?: string;
  /** what the retailer may ask at most */
  limit?: RetailAmount | null;
  /** what it was paid */
  retailTotal?: RetailAmount | null;
}

/** `draft` is not secured yet, `fresh` was just secured, `kept` is under way, `ended` has finished. */
export type TicketTone = 'draft' | 'fresh' | 'kept' | 'ended';

interface TicketProps {
  facts: TicketFacts;
  tone: TicketTone;
  stamps?: readonly OrderStamp[];
  /** The heading level: one below the section's own. */
  level?: 2 | 3;
  children?: ReactNode;
}

export function Ticket({ facts, tone, stamps = [], level = 3, children }: TicketProps) {
  const Heading = `h${level}` as const;
  return (
    <article className="ticket" data-tone={tone} aria-label={`Ticket for ${facts.productTitle}`}>
      <div className="ticket-stub">
        <span className="text-mini">Slot</span>
        <SlotNumber slot={facts.slotNumber} total={facts.totalStock} />
      </div>
      <div className="ticket-body">
        <Heading dir="auto" className="heading text-head">
          {facts.productTitle}
        </Heading>
        <TicketRow facts={facts} />
        {stamps.length > 0 && <Stamps stamps={stamps} />}
        {children}
      </div>
    </article>
  );
}

function SlotNumber({ slot, total }: { slot: number | null; total: number }) {
  const [number, of] = slotLabel(slot, total).split('/');
  return (
    <p className="count flex flex-wrap items-baseline">
      <span className="ticket-number">{number}</span>
      <span className="text-base">/{of}</span>
    </p>
  );
}

function TicketRow({ facts }: { facts: TicketFacts }) {
  const entries: [string, string][] = [
    ['Size', sizeLabel(facts.size)],
    ['Style', styleLabel(facts.style)],
    ...(facts.holder ? [['Profile', facts.holder] satisfies [string, string]] : []),
    ...(facts.price === undefined
      ? []
      : [['Service fee', money(facts.price, facts.currency)] satisfies [string, string]]),
    ...atRetailer(facts),
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {entries.map(([term, value]) => (
        <div key={term}>
          <dt className="text-mini text-muted">{term}</dt>
          <dd
            dir="auto"
            className={
              term === 'Size' || term === 'Service fee' || term.startsWith('Retailer') ? 'count' : 'font-medium'
            }
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function atRetailer({ limit, retailTotal }: TicketFacts): [string, string][] {
  if (retailTotal) return [['Retailer, paid', money(retailTotal.amount, retailTotal.currency)]];
  return limit ? [['Retailer, at most', money(limit.amount, limit.currency)]] : [];
}

function Stamps({ stamps }: { stamps: readonly OrderStamp[] }) {
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Stamps">
      {stamps.map(({ kind, label, done, at }) => (
        <li key={kind} className="stamp" data-kind={kind} data-stamped={done ? 'yes' : 'no'}>
          {label}
          {at && <time dateTime={at}> {stampTime(at)}</time>}
          {!done && <span className="sr-only"> not yet</span>}
        </li>
      ))}
    </ul>
  );
}
