import { Box } from '@mui/material';
import { money } from '@supreme-access/contract/labels.js';
import type { OrderMoney as Money, MoneyMove } from '@supreme-access/contract/shapes/order-file.js';
import { EventLink } from '../../ui/EventLink.js';
import { Facts } from '../../ui/Facts.js';
import { sentence } from '../../ui/format.js';
import { Mono, Time } from '../../ui/Mono.js';

export function OrderMoney({ money: { moves, ...sums } }: { money: Money }) {
  const amount = (value: number) => <Mono>{money(value, sums.currency)}</Mono>;
  const discount = sums.promoCode ? (
    <>
      {amount(sums.discount)} <Mono sx={{ color: 'text.secondary' }}>{sums.promoCode}</Mono>
    </>
  ) : (
    amount(sums.discount)
  );
  return (
    <>
      <Facts
        facts={{
          'List price': amount(sums.listPrice),
          Discount: sums.discount === 0 ? null : discount,
          Price: amount(sums.price),
          Charged: amount(sums.charged),
          Refunded: amount(sums.refunded),
          'Paid another way': sums.settled === 0 ? null : amount(sums.settled),
          'Refunds in progress': sums.refundsUnderWay === 0 ? null : amount(sums.refundsUnderWay),
          Remains: amount(sums.remains),
        }}
      />
      <Box component="ol" aria-label="From these events" sx={{ listStyle: 'none', m: 0, p: 0, pt: 1.5 }}>
        {moves.map((move) => (
          <Move key={`${move.eventId}`} move={move} currency={sums.currency} />
        ))}
      </Box>
    </>
  );
}

function Move({ move: { eventId, type, at, amount, note }, currency }: { move: MoneyMove; currency: string }) {
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, py: 0.5, fontSize: '0.8125rem' }}
    >
      <EventLink eventId={eventId}>{sentence(type)}</EventLink>
      <Mono>{amount === null ? '' : money(amount, currency)}</Mono>
      <Box sx={{ gridColumn: '1 / -1', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        <Time iso={at} />
        {note && `, ${note}`}
      </Box>
    </Box>
  );
}
