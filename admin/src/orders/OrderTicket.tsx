import { Box, Typography } from '@mui/material';
import { money, sizeLabel, slotDigits, styleLabel } from '@supreme-access/contract/labels.js';
import type { Order, OrderStamp } from '@supreme-access/contract/shapes/orders.js';
import { clock } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { ProductPicture } from '../ui/ProductPicture.js';
import { INK, mono, VOLT } from '../ui/tokens.js';

const HOLE = 9;

function holes(side: '0' | '100%'): string {
  const hole = (y: string) => `radial-gradient(circle ${HOLE}px at ${side} ${y}, #0000 97%, #000)`;
  return `${hole('0')} top / 100% 51% no-repeat, ${hole('100%')} bottom / 100% 51% no-repeat`;
}

export function OrderTicket({ order }: { order: Order }) {
  return (
    <Box component="article" sx={{ display: 'grid', gridTemplateColumns: { xs: '108px 1fr', sm: '156px 1fr' } }}>
      <Stub order={order} />
      <Box sx={{ display: 'flex', minWidth: 0, bgcolor: 'action.hover', mask: holes('0') }}>
        <Box sx={{ minWidth: 0, flex: 1, p: 2 }}>
          <Typography variant="h3" component="p">
            {order.productTitle}
          </Typography>
          <Typography sx={{ pt: 1.25, fontSize: '0.875rem' }}>
            {sizeLabel(order.size)}, {styleLabel(order.style)}
          </Typography>
          <Mono sx={{ display: 'block', pt: 0.5, fontSize: '0.875rem' }}>{money(order.price, order.currency)}</Mono>
          <Stamps stamps={order.stamps} />
        </Box>
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <ProductPicture product={order} width={128} />
        </Box>
      </Box>
    </Box>
  );
}

function Stamps({ stamps }: { stamps: readonly OrderStamp[] }) {
  return (
    <Box component="ul" aria-label="Stamps" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 0, m: 0, pt: 1.5 }}>
      {stamps.map(({ kind, label, done, at }) => (
        <Box
          key={kind}
          component="li"
          sx={{
            ...mono,
            listStyle: 'none',
            px: 1,
            py: 0.25,
            border: '1px solid',
            borderStyle: done ? 'solid' : 'dashed',
            borderColor: done ? 'text.primary' : 'divider',
            borderRadius: '2px',
            color: done ? 'text.primary' : 'text.secondary',
            fontSize: '0.75rem',
          }}
        >
          {label}
          {at && <time dateTime={at}> {clock(at)}</time>}
          {!done && (
            <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)', whiteSpace: 'nowrap' }}>
              {' '}
              not yet
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}

function Stub({ order }: { order: Order }) {
  const { slotNumber, totalStock, status } = order;
  const holds = slotNumber !== null && !['fail', 'refunded', 'withdrawn'].includes(status);
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        gap: 2,
        p: 2,
        borderRight: '2px dashed',
        borderColor: 'background.default',
        mask: holes('100%'),
        ...(holds ? { bgcolor: VOLT, color: INK } : { bgcolor: 'divider', color: 'text.primary' }),
      }}
    >
      <Box sx={{ fontSize: '0.75rem' }}>{slotNumber === null ? 'No slot' : 'Slot'}</Box>
      <Box sx={{ ...mono, display: 'flex', alignItems: 'baseline' }}>
        <Box
          component="span"
          sx={{ fontSize: { xs: '1.75rem', sm: '2.75rem' }, fontWeight: 700, lineHeight: 1, letterSpacing: '-0.06em' }}
        >
          {slotNumber === null ? 'Test' : slotDigits(slotNumber, totalStock)}
        </Box>
        {slotNumber !== null && <Box sx={{ fontSize: '0.875rem' }}>/{totalStock}</Box>}
      </Box>
    </Box>
  );
}
