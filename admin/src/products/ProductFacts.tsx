import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { Facts } from '../ui/Facts.js';
import { instant, money, zoneName } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';

export function ProductFacts({ product }: { product: AdminProduct }) {
  const zone = product.releaseTz ?? undefined;
  const inZone = (iso: string | null) => iso && <Mono>{`${instant(iso, zone)} ${zoneName(iso, zone)}`}</Mono>;
  const here = (iso: string | null) => iso && <Mono>{`${instant(iso)} ${zoneName(iso)}`}</Mono>;
  return (
    <Facts
      facts={{
        Release: inZone(product.releaseAt) ?? 'By hand',
        'Release, your time': here(product.releaseAt),
        'Drop zone': product.releaseTz,
        'Reservations close': inZone(product.reservationClosesAt) ?? 'At the release',
        'Release started': here(product.releaseStartedAt),
        'Release finished': here(product.releaseFinishedAt),
        Price: <Mono>{money(product.price, product.currency)}</Mono>,
        'Total stock': <Mono>{product.totalStock}</Mono>,
        Remaining: <Mono>{product.remaining}</Mono>,
        Sizes: product.sizeType === 'OS' ? 'OS' : 'S, M, L, XL',
        Styles: product.styles,
        Tags: product.tags.join(', ') || 'None',
        'At the retailer': <Mono>{product.retailerProductId}</Mono>,
        Listed: here(product.listedAt),
        'Product id': <Mono>{product.productId}</Mono>,
      }}
    />
  );
}
