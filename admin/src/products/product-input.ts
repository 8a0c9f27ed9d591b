import { supportedZone, viewerZone } from '@supreme-access/contract/clocks.js';
import {
  CURRENCY,
  DEFAULT_STYLES,
  LIMIT_PER_ACCOUNT_PROPOSED,
  ONE_SIZE,
  sizesOf,
} from '@supreme-access/contract/limits.js';
import { localTime, resolveInstant } from '@supreme-access/contract/schedules.js';
import type { AdminProduct, ProductPicture, RetailerItem } from '@supreme-access/contract/shapes/products.js';

export interface ChosenPicture {
  rawFile: File;
  src: string;
  title: string;
}

/** The form's values; times are local times of the drop's zone, 'YYYY-MM-DDTHH:mm'. */
export interface ProductForm {
  productTitle: string;
  avail: boolean;
  price: number;
  totalStock: number;
  /** The main picture comes first. */
  pictures?: Partial<ProductPicture>[] | null;
  /** The short form uploads this one as the main picture. */
  picture?: ChosenPicture | null;
  chosenPictures?: ChosenPicture[] | null;
  description?: string | null;
  retailAmount?: number | null;
  retailCurrency?: string;
  /** Empty means the price and a quarter. */
  limitAmount?: number | null;
  /** Empty means the retailer of the settings. */
  retailerId?: string | null;
  retailerItems?: RetailerItem[];
  styles: string;
  oneSize: boolean;
  tags: string[];
  releaseTz: string;
  releaseLocal: string;
  closesLocal: string;
  /** The chosen instant where the local time occurs twice, ISO 8601 with offset. */
  releaseChoice?: string;
  closesChoice?: string;
  retailerProductId: string;
  /** Empty means the server's default. */
  limitPerAccount?: number | null;
  holdersAreMailed?: boolean;
}

export function newProduct(releaseTz: string): Partial<ProductForm> {
  const limitPerAccount = LIMIT_PER_ACCOUNT_PROPOSED;
  return { avail: true, oneSize: false, tags: [], releaseTz, retailCurrency: CURRENCY, limitPerAccount };
}

export function toForm(product: AdminProduct): ProductForm {
  const releaseTz = product.releaseTz ? supportedZone(product.releaseTz) : viewerZone();
  const shown = (iso: string | null) => (iso ? localTime(Date.parse(iso), releaseTz) : '');
  const closesAtRelease = product.reservationClosesAt === product.releaseAt;
  return {
    productTitle: product.productTitle,
    avail: product.avail,
    price: product.price,
    totalStock: product.totalStock,
    pictures: product.pictures,
    description: product.description,
    retailAmount: product.retailPrice?.amount ?? null,
    retailCurrency: (product.retailPrice ?? product.defaultLimit)?.currency ?? CURRENCY,
    limitAmount: product.defaultLimit?.amount ?? null,
    retailerId: product.retailerId ?? '',
    retailerItems: product.retailerItems,
    styles: product.styles,
    oneSize: product.sizeType === ONE_SIZE,
    tags: product.tags,
    releaseTz,
    releaseLocal: shown(product.releaseAt),
    closesLocal: closesAtRelease ? '' : shown(product.reservationClosesAt),
    retailerProductId: product.retailerProductId,
    limitPerAccount: product.limitPerAccount,
  };
}

/** A copy without times. At the retailer it is what the original is there, unless that was the product itself. */
export function duplicateOf(product: AdminProduct): ProductForm {
  const retailerProductId = product.retailerProductId === product.productId ? '' : product.retailerProductId;
  return { ...toForm(product), releaseLocal: '', closesLocal: '', retailerProductId };
}

type Short = Partial<Pick<ProductForm, 'productTitle' | 'avail' | 'price' | 'totalStock'>>;
export function shortForm({ productTitle, avail, price, totalStock }: Short): Short {
  return { productTitle: productTitle?.trim(), avail, price, totalStock };
}

export function toProductInput(form: Partial<ProductForm>, product?: AdminProduct): Record<string, unknown> {
  const retailerProductId = form.retailerProductId?.trim() || product?.productId;
  return {
    productTitle: form.productTitle?.trim(),
    avail: form.avail,
    price: form.price,
    totalStock: form.totalStock,
    ...media(form),
    description: form.description ?? '',
    ...retail(form),
    styles: form.styles ?? '',
    sizeType: form.oneSize ? ONE_SIZE : '',
    tags: form.tags ?? [],
    ...times(form, product && toForm(product)),
    limitPerAccount: form.limitPerAccount ?? null,
    ...(retailerProductId ? { retailerProductId } : {}),
  };
}

function media({ pictures, picture, chosenPictures }: Partial<ProductForm>): object {
  const trimmed = (pictures ?? []).map(({ address, alt }) => ({ address: address?.trim() ?? '', alt: alt ?? '' }));
  return {
    pictures: trimmed.filter(({ address }) => address !== ''),
    ...(picture ? { picture: picture.rawFile } : {}),
    ...(chosenPictures?.length ? { morePictures: chosenPictures.map(({ rawFile }) => rawFile) } : {}),
  };
}

function retail(form: Partial<ProductForm>): object {
  const { retailAmount, limitAmount, retailCurrency: currency = CURRENCY, retailerId, retailerItems = [] } = form;
  const styles = stylesIn(form.styles);
  const sizes = sizesOf({ sizeType: form.oneSize ? ONE_SIZE : '' });
  return {
    retailPrice: retailAmount ? { amount: retailAmount, currency } : null,
    defaultLimit: limitAmount ? { amount: limitAmount, currency } : null,
    retailerId: retailerId || null,
    retailerItems: retailerItems.filter(({ size, style }) => sizes.includes(size) && styles.includes(style)),
  };
}

/** As the server reads them. */
export function stylesIn(text: string | undefined): string[] {
  const styles = [...new Set((text ?? '').split(',').map((style) => style.trim()))].filter(Boolean);
  return styles.length > 0 ? styles : [DEFAULT_STYLES[0]];
}

function times(form: Partial<ProductForm>, before: Partial<ProductForm> = {}): object {
  const zone = form.releaseTz || null;
  const touched = (local: 'releaseLocal' | 'closesLocal') =>
    (form[local] || '') !== (before[local] || '') || (Boolean(form[local]) && form.releaseTz !== before.releaseTz);
  const release = touched('releaseLocal') ? { releaseAt: instantOf(form.releaseLocal, zone, form.releaseChoice) } : {};
  const closes = touched('closesLocal')
    ? { reservationClosesAt: instantOf(form.closesLocal, zone, form.closesChoice) }
    : {};
  const times = { ...release, ...closes };
  return Object.keys(times).length === 0
    ? {}
    : { ...times, releaseTz: form.releaseLocal || form.closesLocal ? zone : null };
}

function instantOf(local: string | undefined, zone: string | null, choice: string | undefined): string | null {
  if (!local) return null;
  const resolved = resolveInstant(local, zone ?? undefined);
  if (resolved.ok) return new Date(resolved.at).toISOString();
  const chosen = resolved.problem === 'ambiguous' && resolved.instants.find((instant) => instant === choice);
  return chosen ? new Date(chosen).toISOString() : local;
}
