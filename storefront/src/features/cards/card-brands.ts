import { cardBrand } from '../../../../backend/src/contract/cards.js';
import type { CardBrand } from '../../../../backend/src/contract/limits.js';

export const BRAND_NAMES: Record<CardBrand, string> = {
  visa: 'Visa',
  amex: 'American Express',
  mastercard: 'Mastercard',
  discover: 'Discover',
  unionpay: 'UnionPay',
  troy: 'Troy',
  dinersclub: 'Diners Club',
  jcb: 'JCB',
};

/** The brand's name as soon as the digits tell it, else ''. */
export function brandName(number: string): string {
  const brand = cardBrand(number);
  return brand ? BRAND_NAMES[brand] : '';
}
