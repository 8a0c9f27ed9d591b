import { FALLBACK_PRICE } from '@supreme-access/contract/limits.js';
import { pictureOfWidth } from '@supreme-access/contract/pictures.js';
import { dropState } from '@supreme-access/contract/product-states.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import type { PageHead } from '../../http/page-head.js';
import { SENDER } from '../../mail/mail-template.js';

/** Open Graph and schema.org data of a product page: https://ogp.me, https://schema.org */

const SHORT = 200;
/** px */
const SHOWN_WIDTH = 960;
const WIDTH = /-(\d+)\.jpg$/;
const DRAWING = /\.svg$/i;

/** Lone surrogates have no UTF-8 encoding. */
const LONE = /\p{Cs}/gu;

export function productPage(productId: string, publicUrl: string): string {
  return `${publicUrl}/purchase?productId=${encodeURIComponent(productId)}`;
}

/** Of the page of an ended drop. `path`: of that page */
export function endedHead({ productTitle }: PublicProduct, publicUrl: string, path: string): PageHead {
  const name = plain(productTitle);
  const description = `What became of the slots of ${name}, in sums, with a proof that anyone can check.`;
  return headOf(`Arrivals: ${name}`, description, publicUrl + path, `${SENDER} | Arrivals: ${name}`);
}

export function productHead(product: PublicProduct, publicUrl: string, now: number): PageHead {
  const canonical = productPage(product.productId, publicUrl);
  const title = plain(product.productTitle);
  const description = shortened(plain(product.description)) || `Secure a numbered slot for ${title}. ${TEXTS.promise}`;
  const picture = sharedPicture(product.productImage, publicUrl);
  const alt = plain(product.pictures[0]?.alt ?? '') || title;
  const head = headOf(title, description, canonical);
  const pictured = picture ? ([['og:image', picture.url], ...widthOf(picture), ['og:image:alt', alt]] as const) : [];
  return {
    ...head,
    properties: [...head.properties, ...pictured],
    blocks: [{ type: 'application/ld+json', value: linkedData(product, canonical, picture?.url, now) }],
  };
}

/** `shared`: the title where the page is shared */
function headOf(name: string, description: string, canonical: string, shared = name) {
  return {
    status: 200,
    title: `${SENDER} | ${name}`,
    description,
    canonical,
    properties: [
      ['og:type', 'website'],
      ['og:site_name', SENDER],
      ['og:title', shared],
      ['og:description', description],
      ['og:url', canonical],
    ],
  } satisfies PageHead;
}

interface SharedPicture {
  url: string;
  /** px */
  width?: number;
}

function widthOf({ width }: SharedPicture): (readonly [string, string])[] {
  return width === undefined ? [] : [['og:image:width', String(width)]];
}

function sharedPicture(address: string, publicUrl: string): SharedPicture | null {
  if (address === '' || DRAWING.test(address)) return null;
  if (!address.startsWith('/')) return { url: address };
  const path = pictureOfWidth(address, SHOWN_WIDTH, 'jpg');
  return path === null ? { url: publicUrl + address } : { url: publicUrl + path, width: Number(WIDTH.exec(path)?.[1]) };
}

const AVAILABILITY = {
  open: 'InStock',
  'sold-out': 'SoldOut',
  closed: 'OutOfStock',
  running: 'OutOfStock',
  departed: 'Discontinued',
  unavailable: 'OutOfStock',
} as const;

function linkedData(product: PublicProduct, url: string, image: string | undefined, now: number): object {
  const { price, currency, releaseAt, reservationClosesAt, description } = product;
  const name = plain(product.productTitle);
  const item = {
    '@type': 'Product',
    '@id': `${url}#product`,
    name,
    url,
    ...(image === undefined ? {} : { image }),
    ...(description === '' ? {} : { description: plain(description) }),
  };
  const offer = {
    '@type': 'Offer',
    name: `A slot for ${name}: service fee, the retail price is not included`,
    url,
    price: String(price || FALLBACK_PRICE),
    priceCurrency: currency.toUpperCase(),
    availability: `https://schema.org/${AVAILABILITY[dropState(product, now)]}`,
    ...(reservationClosesAt === null ? {} : { availabilityEnds: reservationClosesAt }),
    itemOffered: { '@type': 'Service', name: `A numbered slot for ${name}`, isRelatedTo: { '@id': item['@id'] } },
  };
  const event = {
    '@type': 'SaleEvent',
    name: `${name} is released`,
    startDate: releaseAt,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    about: { '@id': item['@id'] },
    offers: offer,
  };
  return { '@context': 'https://schema.org', '@graph': [item, ...(releaseAt === null ? [offer] : [event])] };
}

/** Removes bidirectional controls: https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters */
function plain(text: string): string {
  return text
    .replace(LONE, '')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

function shortened(text: string): string {
  if (text.length <= SHORT) return text;
  const cut = text.slice(0, SHORT).replace(LONE, '');
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), SHORT / 2))}…`;
}
