import { slotLabel } from '@supreme-access/contract/labels.js';
import { type ProductState, productState, STAFF_STATE_LABELS } from '@supreme-access/contract/product-states.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import type { AdminProduct, AdminPromo } from '@supreme-access/contract/shapes/products.js';
import { statusLabel } from '@supreme-access/contract/statuses.js';
import type { RaRecord } from 'react-admin';
import { useCanAccess, useGetList, useResourceDefinitions } from 'react-admin';
import { usePageActions } from '../page-actions.js';
import { BOARD, PAGES } from '../pages.js';
import { useClockOffset } from '../server-clock.js';

export interface PaletteChoice {
  id: string;
  group: string;
  label: string;
  note: string;
  path: string;
  ask?: () => void;
  isRefused?: boolean;
}

export const KEYS_PATH = '#keys';
const KEYS = { label: 'Keyboard shortcuts', to: KEYS_PATH };

const MAX_ROWS = 5;
export const MIN_CHARACTERS = 2;

/** Results are not requested again when the window regains the focus. */
const ONCE = { retry: false, refetchOnWindowFocus: false };

export interface Found {
  choices: PaletteChoice[];
  isSearching: boolean;
  missed: string[];
}

/**
 * Searches all lists of the server at once; new words abort the former requests. Hazard: nothing is shown until all
 * have answered, because each answer would move the highlighted entry under the keys.
 */
export function useFound(words: string): Found {
  // The time of the search is exact enough: a list that changes every second would lose its highlighted entry.
  const now = Date.now() + useClockOffset();
  const lists = [
    useKind('Orders', 'orders', { field: 'orderDate', order: 'DESC' }, { q: words }, words, orderChoice),
    useKind(
      'Products',
      'products',
      { field: 'listedAt', order: 'DESC' },
      { productTitle: words },
      words,
      productChoice(now),
    ),
    useKind('People', 'accounts', { field: 'registeredAt', order: 'DESC' }, { q: words }, words, personChoice),
    useKind('Promo codes', 'promos', { field: 'promoCode', order: 'ASC' }, { promoCode: words }, words, promoChoice),
  ];
  const isSearching = lists.some((one) => one.isSearching);
  return {
    choices: isSearching ? [] : lists.flatMap(({ choices }) => choices),
    isSearching,
    missed: lists.flatMap(({ missed }) => missed),
  };
}

type Shown = Pick<PaletteChoice, 'label' | 'note'>;

function useKind<Item extends RaRecord>(
  group: string,
  resource: string,
  sort: { field: string; order: 'ASC' | 'DESC' },
  filter: object,
  words: string,
  shown: (item: Item) => Shown,
): Found {
  const { canAccess, isPending } = useCanAccess({ resource, action: 'list' });
  const isSearched = words.length >= MIN_CHARACTERS;
  const enabled = canAccess === true && isSearched;
  const params = { pagination: { page: 1, perPage: MAX_ROWS }, sort, filter };
  const { data = [], isFetching, error } = useGetList<Item>(resource, params, { enabled, ...ONCE });
  const choices = (enabled ? data : []).map((item) => ({
    ...shown(item),
    id: `${resource} ${item.id}`,
    group,
    path: `/${resource}/${encodeURIComponent(item.id)}/show`,
  }));
  return {
    choices,
    isSearching: isSearched && (isPending || (enabled && isFetching)),
    missed: enabled && error ? [group] : [],
  };
}

const orderChoice = ({ productTitle, email, orderId, slotNumber, totalStock, status }: AdminOrder): Shown => ({
  label: `${productTitle}, ${slotNumber === null ? 'test order' : slotLabel(slotNumber, totalStock)}`,
  note: `${email || orderId}, ${statusLabel(status)}`,
});
const productChoice =
  (now: number) =>
  (product: AdminProduct): Shown => ({
    label: product.productTitle,
    note: noteOf(product, productState(product, now)),
  });
function noteOf({ remaining, totalStock }: AdminProduct, state: ProductState): string {
  return state === 'open' ? `${remaining} of ${totalStock} left` : STAFF_STATE_LABELS[state];
}
const personChoice = ({ name, email, id }: ListedAccount): Shown => ({
  label: name || email || String(id),
  note: name ? email : '',
});
const promoChoice = ({ promoCode, percent, redeemed }: AdminPromo): Shown => ({
  label: promoCode,
  note: `${percent}%, ${redeemed} redeemed`,
});

export function useActions(words: string): PaletteChoice[] {
  const typed = words.toLowerCase();
  return usePageActions()
    .filter(({ label }) => label.toLowerCase().includes(typed))
    .map(({ label, refusal, ask }) => {
      const isRefused = refusal !== undefined;
      return { id: `action ${label}`, group: 'On this page', label, note: refusal ?? '', path: '', ask, isRefused };
    });
}

export function usePlaces(words: string): PaletteChoice[] {
  const { canAccess: mayMake } = useCanAccess({ resource: 'products', action: 'create' });
  const resources = Object.values(useResourceDefinitions());
  const labelOf = (name: string, options: { label?: string } = {}) => options.label ?? name;
  const lists = resources
    .filter(({ hasList }) => hasList)
    .map(({ name, options }) => ({ label: labelOf(name, options), to: `/${name}` }));
  const made = resources
    .filter(({ hasCreate }) => hasCreate && mayMake)
    .map(({ name, options }) => place('Create', `New: ${labelOf(name, options)}`, `/${name}/create`));
  const pages = [BOARD, ...lists, ...PAGES, KEYS].map(({ label, to }) => place('Go to', label, to));
  const typed = words.toLowerCase();
  return [...pages, ...made].filter(({ label }) => label.toLowerCase().includes(typed));
}

const place = (group: string, label: string, path: string): PaletteChoice => ({
  ...{ id: `${group} ${path}`, group, label, note: '', path },
});
