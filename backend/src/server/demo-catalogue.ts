import type { RetailerProtocol } from '@supreme-access/contract/retailer-protocols.js';
import { localTime, resolveInstant } from '@supreme-access/contract/schedules.js';

export type SeedDrop =
  | { role: 'soon'; minutesAhead: number }
  /** no release time: an admin releases it by hand */
  | { role: 'open' }
  | { role: 'sold-out'; daysAhead: number; releaseTz: string }
  | { role: 'scheduled'; daysAhead: number; releaseTz: string };

export interface SeedProduct {
  productId: string;
  productTitle: string;
  /** cents */
  price: number;
  totalStock: number;
  /** 'OS': one size; '': the shop's sizes */
  sizeType: 'OS' | '';
  styles: string[];
  tags: string[];
  productImage: `/products/${string}.svg`;
  /** by which it is bought at the sandbox; absent: ucp */
  protocol?: RetailerProtocol;
  drop: SeedDrop;
}

export interface SeedPromo {
  promoCode: string;
  percent: number;
  limit?: number;
  limitPerAccount?: number;
}

const DAY = 24 * 3_600_000;
const DEPARTURE = '11:00';

/** The release in ms UTC for a first start at `now`; null for a release by hand. */
export function seedRelease(drop: SeedDrop, now: number): { releaseAt: number; releaseTz: string } | null {
  if (drop.role === 'open') return null;
  if (drop.role === 'soon') return { releaseAt: now + drop.minutesAhead * 60_000, releaseTz: 'UTC' };
  const day = localTime(now + drop.daysAhead * DAY, drop.releaseTz).slice(0, 10);
  const release = resolveInstant(`${day}T${DEPARTURE}`, drop.releaseTz);
  if (!release.ok) throw new Error(`no ${DEPARTURE} on ${day} in ${drop.releaseTz}`);
  return { releaseAt: release.at, releaseTz: drop.releaseTz };
}

export const SEED_PRODUCTS: readonly SeedProduct[] = [
  {
    productId: 'seed-hoodie-box',
    productTitle: 'Gate 4 Box Hoodie',
    price: 3500,
    totalStock: 40,
    sizeType: '',
    styles: ['Stone', 'Ink', 'Fog'],
    tags: ['new', 'clothes', 'hoodies'],
    productImage: '/products/box-hoodie.svg',
    drop: { role: 'soon', minutesAhead: 5 },
  },
  {
    productId: 'seed-tee-heavy',
    productTitle: 'Foolscap Heavyweight Tee',
    price: 1200,
    totalStock: 500,
    sizeType: '',
    styles: ['Chalk', 'Ink', 'Sand'],
    tags: ['new', 'clothes', 'tees'],
    productImage: '/products/heavy-tee.svg',
    drop: { role: 'open' },
  },
  {
    productId: 'seed-jacket-coach',
    productTitle: 'Night Bus Coach Jacket',
    price: 4500,
    totalStock: 2,
    sizeType: '',
    styles: ['Asphalt'],
    tags: ['clothes', 'outerwear'],
    productImage: '/products/coach-jacket.svg',
    drop: { role: 'sold-out', daysAhead: 30, releaseTz: 'America/New_York' },
  },
  {
    productId: 'seed-vest-puffer',
    productTitle: 'Altitude Puffer Vest',
    price: 4000,
    totalStock: 60,
    sizeType: '',
    styles: ['Ice', 'Asphalt'],
    tags: ['new', 'clothes', 'outerwear'],
    productImage: '/products/puffer-vest.svg',
    protocol: 'acp',
    drop: { role: 'scheduled', daysAhead: 2, releaseTz: 'America/New_York' },
  },
  {
    productId: 'seed-jersey-mesh',
    productTitle: 'Away Day Mesh Jersey',
    price: 2500,
    totalStock: 120,
    sizeType: '',
    styles: ['Silver', 'Ink'],
    tags: ['new', 'clothes', 'tees'],
    productImage: '/products/mesh-jersey.svg',
    protocol: 'own',
    drop: { role: 'scheduled', daysAhead: 3, releaseTz: 'Europe/London' },
  },
  {
    productId: 'seed-crew-low-tide',
    productTitle: 'Low Tide Crewneck',
    price: 2800,
    totalStock: 80,
    sizeType: '',
    styles: ['Kelp', 'Stone'],
    tags: ['clothes', 'sweatshirts'],
    productImage: '/products/crewneck.svg',
    drop: { role: 'scheduled', daysAhead: 4, releaseTz: 'Asia/Tokyo' },
  },
  {
    productId: 'seed-longsleeve-dock',
    productTitle: 'Dry Dock Longsleeve',
    price: 1600,
    totalStock: 150,
    sizeType: '',
    styles: ['Rope', 'Chalk'],
    tags: ['clothes', 'tees'],
    productImage: '/products/longsleeve.svg',
    drop: { role: 'scheduled', daysAhead: 5, releaseTz: 'America/Los_Angeles' },
  },
  {
    productId: 'seed-pants-scaffold',
    productTitle: 'Scaffold Work Pants',
    price: 3200,
    totalStock: 90,
    sizeType: '',
    styles: ['Duck', 'Ink'],
    tags: ['new', 'clothes', 'bottoms'],
    productImage: '/products/work-pants.svg',
    drop: { role: 'scheduled', daysAhead: 6, releaseTz: 'America/New_York' },
  },
  {
    productId: 'seed-shorts-ferry',
    productTitle: 'Ferry Cargo Shorts',
    price: 2200,
    totalStock: 75,
    sizeType: '',
    styles: ['Lichen', 'Asphalt'],
    tags: ['clothes', 'bottoms'],
    productImage: '/products/cargo-shorts.svg',
    drop: { role: 'scheduled', daysAhead: 9, releaseTz: 'Europe/Berlin' },
  },
  {
    productId: 'seed-cap-last-stop',
    productTitle: 'Last Stop Five-Panel',
    price: 1400,
    totalStock: 100,
    sizeType: 'OS',
    styles: ['Slate', 'Sand'],
    tags: ['new', 'accessories', 'headwear'],
    productImage: '/products/five-panel-cap.svg',
    drop: { role: 'scheduled', daysAhead: 2, releaseTz: 'Europe/Paris' },
  },
  {
    productId: 'seed-beanie-harbour',
    productTitle: 'Harbour Beanie',
    price: 900,
    totalStock: 200,
    sizeType: 'OS',
    styles: ['Rust', 'Ink', 'Fog'],
    tags: ['accessories', 'headwear'],
    productImage: '/products/beanie.svg',
    drop: { role: 'scheduled', daysAhead: 7, releaseTz: 'Europe/Copenhagen' },
  },
  {
    productId: 'seed-bag-layover',
    productTitle: 'Layover Waist Bag',
    price: 1800,
    totalStock: 50,
    sizeType: 'OS',
    styles: ['Asphalt', 'Lichen'],
    tags: ['new', 'accessories', 'bags'],
    productImage: '/products/waist-bag.svg',
    drop: { role: 'scheduled', daysAhead: 10, releaseTz: 'America/Toronto' },
  },
  {
    productId: 'seed-tote-stub',
    productTitle: 'Ticket Stub Tote',
    price: 700,
    totalStock: 300,
    sizeType: 'OS',
    styles: ['Canvas'],
    tags: ['carry'],
    productImage: '/products/canvas-tote.svg',
    drop: { role: 'scheduled', daysAhead: 12, releaseTz: 'Australia/Sydney' },
  },
  {
    productId: 'seed-socks-transfer',
    productTitle: 'Transfer Crew Socks',
    price: 500,
    totalStock: 400,
    sizeType: 'OS',
    styles: ['Chalk'],
    tags: ['basics'],
    productImage: '/products/crew-socks.svg',
    drop: { role: 'scheduled', daysAhead: 14, releaseTz: 'America/Chicago' },
  },
];

export const SEED_PROMOS: readonly SeedPromo[] = [
  { promoCode: 'FRIENDS10', percent: 10 },
  { promoCode: 'EARLY25', percent: 25, limit: 100, limitPerAccount: 1 },
];
