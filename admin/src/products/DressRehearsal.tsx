import { Typography } from '@mui/material';
import { counted } from '@supreme-access/contract/labels.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { Rehearsal, RehearsalFigures } from '@supreme-access/contract/shapes/releases.js';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data-provider.js';
import { Facts } from '../ui/Facts.js';
import { instant, lapse } from '../ui/format.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { StateMark } from '../ui/StateMark.js';
import { RunNowButton } from './RunNowButton.js';

const REFRESH_MS = 15_000;

export function DressRehearsal({ product }: { product: AdminProduct }) {
  const { rehearsal: last, rehearseDrop } = useDataProvider<typeof dataProvider>();
  const { productId } = product;
  const { data, error } = useQuery({
    queryKey: ['products', 'rehearsal', { productId }],
    queryFn: ({ signal }) => last(productId, signal),
    refetchInterval: REFRESH_MS,
  });
  const isAhead = !product.releaseStartedAt && !product.cancelled && !product.delisted;
  if (data === null && !isAhead) return null;
  const words = { label: 'Rehearse now', running: 'Rehearsing…', ran: 'The drop was rehearsed.' };
  const button = isAhead && <RunNowButton {...words} productId={productId} run={rehearseDrop} />;
  return (
    <Section title="Dress rehearsal" aside={button}>
      <Refusal error={error} />
      {data === null && (
        <Typography sx={{ color: 'text.secondary' }}>
          Not rehearsed yet. It plays the drop at the measured pace of the retailer and Stripe, and calls neither.
        </Typography>
      )}
      {data && <Result rehearsal={data} isAhead={isAhead} />}
    </Section>
  );
}

function Result({ rehearsal: { rehearsedAt, stale, figures }, isAhead }: { rehearsal: Rehearsal; isAhead: boolean }) {
  const lacking = lackingText(figures);
  return (
    <>
      <Typography sx={{ color: 'text.secondary', pb: 1, fontSize: '0.8125rem' }}>
        {`Rehearsed ${instant(rehearsedAt)} with ${counted(figures.slots, 'slot', 'slots')}${besideText(figures)}.`}
      </Typography>
      {stale && isAhead && (
        <StateMark tone="waits">The product or its slots changed since. Rehearse it again.</StateMark>
      )}
      <Facts
        facts={{
          'First attempt': `${lapse(figures.firstAfter)} after the release`,
          'Last attempt': `${lapse(figures.lastAfter)} after the release`,
          'Bound by': boundText(figures),
          'Last fee': `${lapse(figures.chargedAfter)} after the release${figures.feesBound === 'stripe' ? ', bound by Stripe' : ''}`,
          Orders:
            lacking.length > 0 ? (
              <StateMark tone="bad">{`${lacking.join(', ')}.`}</StateMark>
            ) : (
              <StateMark tone="good">None lacks anything.</StateMark>
            ),
          'Retailer played at': paceText(figures.retailer, 'purchase', 'purchases'),
          'Stripe played at': paceText(figures.stripe, 'fee', 'fees'),
        }}
      />
    </>
  );
}

function besideText({ beside }: RehearsalFigures): string {
  return beside === 0 ? '' : `, beside ${beside} of other drops there`;
}

function boundText({ bound, perSecond }: RehearsalFigures): string {
  if (perSecond === null) return 'Nothing: there is one order';
  const who = bound === 'retailer' ? "The retailer's" : "Our server's";
  return `${who} ${perSecond} a second`;
}

function lackingText({ withoutCode, withoutItem, belowPrice }: RehearsalFigures): string[] {
  const lack = (count: number) => counted(count, 'order lacks', 'orders lack');
  return [
    withoutCode > 0 ? `${lack(withoutCode)} a security code` : [],
    withoutItem > 0 ? `${lack(withoutItem)} an item at the retailer` : [],
    belowPrice > 0 ? `${counted(belowPrice, 'limit is', 'limits are')} below the retail price` : [],
  ].flat();
}

function paceText({ measured, p50, p95, perSecond }: RehearsalFigures['retailer'], one: string, many: string): string {
  if (measured === 0) return `${lapse(p50)} a ${one}, assumed: none was measured`;
  const queue = perSecond === null ? '' : `, ${perSecond} a second`;
  return `${lapse(p50)}, one in twenty ${lapse(p95)}${queue} (${counted(measured, one, many)} measured)`;
}
