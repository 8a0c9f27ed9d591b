import { SIZES } from '@supreme-access/contract/limits.js';
import type { OwnLine } from '../../retailers/own/own-answers.js';

/** `{productId}/{size}/{style}`, each part percent-encoded */
export function itemIdOf({ productId, size, style }: OwnLine): string {
  return [productId, size, style].map(encodeURIComponent).join('/');
}

export function lineOf(itemId: unknown): OwnLine | undefined {
  if (typeof itemId !== 'string' || itemId.length > 600) return undefined;
  const parts = itemId.split('/').map(decoded);
  const [productId = '', named = '', style = ''] = parts;
  const size = SIZES.find((one) => one === named);
  return parts.length === 3 && productId && size && style ? { productId, size, style } : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
