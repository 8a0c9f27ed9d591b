import PreviewIcon from '@mui/icons-material/OpenInNew';
import { Box, Button } from '@mui/material';
import { money } from '@supreme-access/contract/labels.js';
import type { RetailAmount } from '@supreme-access/contract/shapes/primitives.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { ShowBase, useGetOne, useShowContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { Facts } from '../ui/Facts.js';
import { HistoryButton } from '../ui/HistoryButton.js';
import { Mono } from '../ui/Mono.js';
import { PageHead } from '../ui/PageHead.js';
import { ProductPicture } from '../ui/ProductPicture.js';
import { Refusal, stay } from '../ui/Refusal.js';
import { RefusedButton } from '../ui/RefusedButton.js';
import { Section } from '../ui/Section.js';
import { SlotMeter } from '../ui/SlotMeter.js';
import { CancelDropButton } from './CancelDropButton.js';
import { controlRoomOf } from './ControlRoomLink.js';
import { DelistButton } from './DelistButton.js';
import { DressRehearsal } from './DressRehearsal.js';
import { DropChecks } from './DropChecks.js';
import { DuplicateButton } from './DuplicateButton.js';
import { EditProductButton } from './EditProductButton.js';
import { Holders } from './Holders.js';
import { useOutcome } from './live-releases.js';
import { useLiveSlots } from './live-slots.js';
import { OutcomeFigures } from './OutcomeFigures.js';
import { ProductStateMark } from './ProductStateMark.js';
import { ReleaseButton } from './ReleaseButton.js';
import { DropTime } from './ReleaseTime.js';

const REFRESH_MS = 5_000;

export function ProductShow() {
  return (
    <ShowBase queryOptions={{ refetchInterval: REFRESH_MS, onError: stay }}>
      <ProductPage />
    </ShowBase>
  );
}

function ProductPage() {
  const { record, error } = useShowContext<AdminProduct>();
  return record ? <LoadedProduct initial={record} /> : <Refusal error={error} />;
}

function LoadedProduct({ initial }: { initial: AdminProduct }) {
  const product = useLiveSlots(initial);
  return (
    <>
      <PageHead title={product.productTitle} note={<ProductStateMark product={product} />}>
        <Button component={Link} to={controlRoomOf(product.productId)} variant="outlined">
          Control room
        </Button>
        <HistoryButton kind="products" id={product.productId} />
        <ReleaseButton />
        <EditProductButton />
        <DuplicateButton product={product} />
        <PreviewButton product={product} />
        <CancelDropButton />
        <DelistButton />
      </PageHead>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 7fr)' },
          // A stretched picture with a fixed ratio would overflow its column.
          alignItems: 'start',
          gap: { xs: 3, md: 4 },
          pt: 1,
        }}
      >
        <ProductPicture product={product} width="100%" />
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
          <Section title="Slots" aside={<OrdersLink product={product} />}>
            <SlotMeter {...product} />
          </Section>
          <Outcome product={product} />
          <DropChecks product={product} />
          <DressRehearsal product={product} />
          <Section title="Drop">
            <ProductFacts product={product} />
          </Section>
        </Box>
      </Box>
      <Section title="Holders" sx={{ mt: { xs: 3, md: 4 } }}>
        <Holders refresh={REFRESH_MS} />
      </Section>
    </>
  );
}

function Outcome({ product: { productId, releaseStartedAt } }: { product: AdminProduct }) {
  const outcome = useOutcome(productId, releaseStartedAt);
  if (!outcome) return null;
  return (
    <Section title={outcome.finishedAt === null ? 'Releasing now' : 'Outcome'}>
      <OutcomeFigures outcome={outcome} />
    </Section>
  );
}

function OrdersLink({ product }: { product: AdminProduct }) {
  const to = `/orders?filter=${encodeURIComponent(JSON.stringify({ productId: product.productId }))}`;
  return (
    <Button component={Link} to={to} sx={{ p: 0 }}>
      Orders of this drop
    </Button>
  );
}

function ProductFacts({ product }: { product: AdminProduct }) {
  const when = (iso: string | null) => iso && <DropTime iso={iso} zone={product.releaseTz} />;
  return (
    <Facts
      facts={{
        Release: when(product.releaseAt) ?? 'Manual',
        'Drop zone': product.releaseTz,
        'Reservations close': when(product.reservationClosesAt) ?? 'At the release',
        'Release started': when(product.releaseStartedAt),
        [product.cancelled ? 'Cancelled' : 'Release finished']: when(product.releaseFinishedAt),
        Price: <Mono>{money(product.price, product.currency)}</Mono>,
        'Total stock': <Mono>{product.totalStock}</Mono>,
        Remaining: <Mono>{product.remaining}</Mono>,
        'Limit per account': <Mono>{product.limitPerAccount ?? "The server's default"}</Mono>,
        'Waiting list': <Mono>{`${product.waiting} waiting, ${product.offered} offered a slot`}</Mono>,
        Sizes: product.sizeType === 'OS' ? 'OS' : 'S, M, L, XL',
        Styles: product.styles,
        Tags: product.tags.join(', ') || 'None',
        Retailer: <RetailerName id={product.retailerId ?? 'standard'} />,
        'Paid there with': product.means === 'token' ? 'A payment token' : 'The card',
        'Retailer product id': <Mono>{product.retailerProductId}</Mono>,
        'Retail price': product.retailPrice ? <Mono>{amount(product.retailPrice)}</Mono> : 'Unknown',
        'Default limit': product.defaultLimit ? <Mono>{amount(product.defaultLimit)}</Mono> : 'None',
        Listed: when(product.listedAt),
        'Product id': <Mono>{product.productId}</Mono>,
      }}
    />
  );
}

function RetailerName({ id }: { id: string }) {
  const { data } = useGetOne<AdminRetailer>('retailers', { id });
  return (
    <Box component={Link} to={`/retailers/${encodeURIComponent(id)}/show`} sx={{ color: 'inherit' }}>
      {data?.name ?? id}
    </Box>
  );
}

const amount = ({ amount, currency }: RetailAmount) => money(amount, currency);

/** The shop shows a hidden product to staff only. */
function PreviewButton({ product: { delisted, shopUrl } }: { product: AdminProduct }) {
  if (delisted) return <RefusedButton label="Preview" refusal="This product is delisted." icon={<PreviewIcon />} />;
  return (
    <Button href={shopUrl} target="_blank" rel="noopener" variant="outlined" startIcon={<PreviewIcon />}>
      Preview
    </Button>
  );
}
