import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';

export const TABS = ['All', 'New', 'Clothes', 'Accessories', 'Other'] as const;
export type Tab = (typeof TABS)[number];

const NEW_FOR_MS = 14 * 24 * 3_600_000;

type Tagged = Pick<PublicProduct, 'tags' | 'listedAt'>;

const tagged = ({ tags }: Tagged, tab: Tab) => tags.some((tag) => tag.trim().toLowerCase() === tab.toLowerCase());

/** `now` is the server's time, ms UTC. */
export function inTab(product: Tagged, tab: Tab, now: number): boolean {
  switch (tab) {
    case 'All':
      return true;
    case 'New':
      return tagged(product, 'New') || now - Date.parse(product.listedAt) < NEW_FOR_MS;
    case 'Clothes':
    case 'Accessories':
      return tagged(product, tab);
    case 'Other':
      return !tagged(product, 'Clothes') && !tagged(product, 'Accessories');
  }
}

export function countTabs(products: readonly Tagged[], now: number): Record<Tab, number> {
  const count = (tab: Tab) => products.filter((product) => inTab(product, tab, now)).length;
  return Object.fromEntries(TABS.map((tab) => [tab, count(tab)])) as Record<Tab, number>;
}

export function readTab(value: string | null): Tab {
  return TABS.find((tab) => tab.toLowerCase() === value?.toLowerCase()) ?? 'All';
}
