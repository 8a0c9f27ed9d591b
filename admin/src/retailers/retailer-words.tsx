import type { RetailerProtocol, ShippingRule } from '@supreme-access/contract/retailer-protocols.js';
import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { StateMark } from '../ui/StateMark.js';

export const PROTOCOL_WORDS: Readonly<Record<RetailerProtocol, string>> = {
  own: 'Our own protocol',
  ucp: 'UCP',
  acp: 'ACP',
};

export const SHIPPING_WORDS: Readonly<Record<ShippingRule, string>> = {
  cheapest: 'The cheapest',
  fastest: 'The fastest within the limit',
};

export function addressOf({ baseUrl }: Pick<AdminRetailer, 'baseUrl'>): string {
  if (baseUrl === 'sandbox') return 'The sandbox of this server';
  return baseUrl === 'settings' ? 'As set by RETAILER_URL' : baseUrl;
}

/** What keeps orders from being bought there, or may; empty: nothing. */
export function warningsOf({ protocol, baseUrl, discovery, sellerProfile, ended }: AdminRetailer): string[] {
  if (ended || protocol === 'own') return [];
  const { isChanged = false, handlers = null } = discovery ?? {};
  const isSandbox = baseUrl === 'sandbox';
  return [
    ...(discovery || isSandbox ? [] : ['The shop has not been read yet, so nothing is bought there.']),
    ...(isChanged
      ? ['The shop has changed what it publishes since this retailer was last saved. Check it below, then save.']
      : []),
    // Over ACP a session alone tells how it can be paid.
    ...(protocol === 'ucp' && handlers?.length === 0 ? ['The shop names no way to be paid that we know.'] : []),
    ...(sellerProfile || isSandbox ? [] : ['Without a seller profile no payment token can be made.']),
  ];
}

export function RetailerMark({ retailer }: { retailer: AdminRetailer }) {
  if (retailer.ended) return <StateMark tone="bad">Removed</StateMark>;
  if (warningsOf(retailer).length > 0) return <StateMark tone="waits">Needs you</StateMark>;
  return <StateMark tone="good">In use</StateMark>;
}
