import { Box, Typography } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { ControlRoom } from '@supreme-access/contract/shapes/releases.js';
import type { ReactNode } from 'react';
import { Authenticated, RecordContextProvider, ResourceContextProvider, useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';
import { CheckNowButton } from '../products/DropChecks.js';
import { useLiveSlots } from '../products/live-slots.js';
import { Live } from '../system/live.js';
import { PartnerRows } from '../system/SystemRows.js';
import { system } from '../system/system-data.js';
import { clock } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { PageActions } from '../ui/page-actions.js';
import { StaleNotice, Unread } from '../ui/Reading.js';
import { stay } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { Answers } from './Answers.js';
import { useControlRoom, useKeptScroll } from './control-room-data.js';
import { Lights } from './Lights.js';
import { RoomHead } from './RoomHead.js';
import { type PARTS, partId, RoomKeys } from './RoomKeys.js';
import { SlotCells } from './SlotCells.js';
import { SlotCurve } from './SlotCurve.js';

const REFRESH_MS = 5_000;
const COLUMN = { display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 } as const;

/** The minute of a drop on a page of its own, without the admin's menu. */
export function ControlRoomPage() {
  const { id = '' } = useParams();
  return (
    <Authenticated>
      <PageActions>
        <ResourceContextProvider value="products">
          <Box component="main" sx={{ px: { xs: 2, md: 3 }, pb: 4 }}>
            <FoundRoom id={id} />
          </Box>
        </ResourceContextProvider>
      </PageActions>
    </Authenticated>
  );
}

function FoundRoom({ id }: { id: string }) {
  const options = { refetchInterval: REFRESH_MS, onError: stay };
  const { data, error, refetch } = useGetOne<AdminProduct>('products', { id }, options);
  return data ? <Room initial={data} /> : <Unread error={error} onAgain={refetch} />;
}

function Room({ initial }: { initial: AdminProduct }) {
  const product = useLiveSlots(initial);
  const { room, error, refetch, isBroken } = useControlRoom(initial);
  useKeptScroll(room !== undefined);
  return (
    <RecordContextProvider value={product}>
      <RoomHead product={product} />
      <RoomKeys />
      {room ? (
        <>
          <AsOf room={room} isBroken={isBroken} />
          <StaleNotice error={error} onAgain={refetch} at={Date.parse(room.asOf)} />
          <Parts product={product} room={room} />
        </>
      ) : (
        <Unread error={error} onAgain={refetch} />
      )}
    </RecordContextProvider>
  );
}

function AsOf({ room: { asOf }, isBroken }: { room: ControlRoom; isBroken: boolean }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, pb: 1.5 }}>
      <Box>
        As of <Mono sx={{ fontSize: '0.875rem', fontWeight: 600 }}>{clock(asOf, undefined, true)}</Mono>
      </Box>
      {isBroken && (
        <Typography role="status" sx={{ color: 'warning.main', fontWeight: 600 }}>
          The live connection was lost and is being restored. Until then the figures are read every 5 seconds.
        </Typography>
      )}
    </Box>
  );
}

function Parts({ product, room }: { product: AdminProduct; room: ControlRoom }) {
  const isAhead = !product.releaseStartedAt && !product.cancelled && !product.delisted;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '7fr 5fr' }, gap: { xs: 3, md: 4 } }}>
      <Box sx={COLUMN}>
        <Part name="Slots">
          <SlotCells {...room} />
        </Part>
        <Part name="Reservations">
          <SlotCurve {...room} until={product.releaseStartedAt ?? room.asOf} />
        </Part>
      </Box>
      <Box sx={COLUMN}>
        <Part name="Checks" aside={isAhead && <CheckNowButton productId={product.productId} />}>
          <Lights product={product} />
        </Part>
        <Part name="Retailer's answers">
          <Answers answers={room.answers} />
        </Part>
        <Part name="Services">
          <Services retailerId={product.retailerId} />
        </Part>
      </Box>
    </Box>
  );
}

interface PartProps {
  name: (typeof PARTS)[number];
  aside?: ReactNode;
  children: ReactNode;
}

function Part({ name, aside, children }: PartProps) {
  return (
    <Section title={name} aside={aside} id={partId(name)} aria-label={name} tabIndex={-1}>
      {children}
    </Section>
  );
}

/** The breakers and limits of Stripe and of the retailer of this drop. */
function Services({ retailerId }: Pick<AdminProduct, 'retailerId'>) {
  const named = ['stripe', retailerId === null ? 'retailer' : `retailer:${retailerId}`];
  return (
    <Live what="partners" ask={system.partners}>
      {(partners) => <PartnerRows partners={partners.filter(({ partner }) => named.includes(partner))} />}
    </Live>
  );
}
