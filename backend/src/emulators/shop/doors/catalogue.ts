import { DEFAULT_STYLES, SIZES } from '@supreme-access/contract/limits.js';
import type { OwnLine } from '../../../retailers/own/own-answers.js';
import { itemIdOf, lineOf } from '../items.js';
import type { Shelf } from '../shop.js';
import type { Till } from '../till.js';

interface Variant {
  line: OwnLine;
  quantity: number;
  isOpen: boolean;
  /** the ids by which it was asked for */
  inputs: { id: string; match: 'exact' | 'featured' }[];
}
export interface Found {
  productId: string;
  shelf: Shelf;
  variants: Variant[];
}

/**
 * Products behind product and variant ids. `whole`: every size and style of the product, else the one variant that was
 * asked for, or the first. https://ucp.dev/2026-04-08/specification/catalog/lookup
 */
export function variantsOf(till: Till, ids: readonly string[], whole: boolean): Found[] {
  const found = new Map<string, Found>();
  for (const id of new Set(ids)) {
    const line = lineOf(id);
    const productId = line?.productId ?? id;
    const shelf = till.see(productId);
    const product = found.get(productId) ?? { productId, shelf, variants: [] };
    found.set(productId, product);
    const match = line ? ('exact' as const) : ('featured' as const);
    const all = whole ? everyLine(till, productId, line) : [line ?? first(till, productId)];
    for (const one of all) add(till, product, one, { id, match });
  }
  return [...found.values()];
}

function everyLine(till: Till, productId: string, line: OwnLine | undefined): OwnLine[] {
  return till.shop.stock(productId, line ? [line.style] : []).map(({ size, style }) => ({ productId, size, style }));
}

function first(till: Till, productId: string): OwnLine {
  return everyLine(till, productId, undefined)[0] ?? { productId, size: SIZES[0], style: DEFAULT_STYLES[0] };
}

function add(till: Till, product: Found, line: OwnLine, input: Variant['inputs'][number]): void {
  const existing = product.variants.find((one) => itemIdOf(one.line) === itemIdOf(line));
  if (existing) {
    existing.inputs.push(input);
    return;
  }
  const { opensAt } = product.shelf;
  const isOpen = opensAt === null || till.clock() >= opensAt;
  product.variants.push({ line, quantity: till.shop.left(line), isOpen, inputs: [input] });
}

export function productView({ productId, shelf: { title, price }, variants }: Found): Record<string, unknown> {
  const amount = { amount: price.amount, currency: price.currency.toUpperCase() };
  return {
    id: productId,
    title,
    description: { plain: title },
    price_range: { min: amount, max: amount },
    options: [
      option(
        'Size',
        variants.map(({ line }) => line.size.toUpperCase()),
      ),
      option(
        'Style',
        variants.map(({ line }) => line.style),
      ),
    ],
    variants: variants.map(({ line, quantity, isOpen, inputs }) => ({
      id: itemIdOf(line),
      title: `${title}, ${line.size.toUpperCase()}, ${line.style}`,
      description: { plain: title },
      price: amount,
      availability: availability(quantity, isOpen),
      options: [
        { name: 'Size', label: line.size.toUpperCase() },
        { name: 'Style', label: line.style },
      ],
      inputs,
    })),
  };
}

function availability(quantity: number, isOpen: boolean): { available: boolean; status: string } {
  if (!isOpen) return { available: false, status: 'preorder' };
  return quantity > 0 ? { available: true, status: 'in_stock' } : { available: false, status: 'out_of_stock' };
}

function option(name: string, labels: string[]): Record<string, unknown> {
  return { name, values: [...new Set(labels)].map((label) => ({ label })) };
}
