import type { Static } from 'typebox';
import { FLAG, INSTANT, listOf, oneOf, orNull, shape, TEXT } from './primitives.js';

export const RETAILER_PROTOCOLS = ['own', 'ucp', 'acp'] as const;
export type RetailerProtocol = (typeof RETAILER_PROTOCOLS)[number];
/** The versions that can be read, newest first. */
export const PROTOCOL_VERSIONS: Readonly<Record<RetailerProtocol, readonly string[]>> = {
  own: [],
  ucp: ['2026-04-08', '2026-01-11'],
  acp: ['2026-04-17', '2026-01-30'],
};
export const SHIPPING_RULES = ['cheapest', 'fastest'] as const;
export type ShippingRule = (typeof SHIPPING_RULES)[number];

/** What a shop does against the text of its protocol and is tolerated for this retailer alone. */
export const QUIRKS = {
  'address-at-create': 'Takes the address at the root of the request, and only when a session is created.',
  'token-field': 'Wants the payment token in a field of its own.',
  'changed-is-422': 'Answers 422 instead of 409 to another body under a known key.',
  'gone-is-sold-out': 'Answers 410 where it means sold out.',
  'option-field': 'Takes the shipping option in a field of its own.',
} as const;
export type Quirk = keyof typeof QUIRKS;
export const QUIRK_NAMES = Object.keys(QUIRKS) as Quirk[];

const MailKey = shape('RetailerMailKey', { domain: TEXT, selector: TEXT, publicKey: TEXT });
const Confirmation = shape('RetailerConfirmation', { subject: TEXT, text: TEXT });

/** As the shop says of itself in its discovery document. */
const Discovery = shape('RetailerDiscovery', {
  version: TEXT,
  endpoint: TEXT,
  capabilities: listOf(TEXT),
  handlers: listOf(TEXT),
  hash: TEXT,
  readAt: INSTANT,
  isChanged: { ...FLAG, description: 'it differs from what stood there when the retailer was last saved' },
});

export const AdminRetailer = shape('AdminRetailer', {
  id: TEXT,
  name: TEXT,
  protocol: oneOf(RETAILER_PROTOCOLS),
  baseUrl: { ...TEXT, description: "an address; 'sandbox': that of this process; 'settings': RETAILER_URL" },
  version: { ...orNull(TEXT), description: 'the version of its protocol; null: the newest that both speak' },
  hasKey: FLAG,
  sellerProfile: { ...orNull(TEXT), description: 'whom payment tokens are made for, as Stripe names it' },
  shipping: oneOf(SHIPPING_RULES),
  mailDomains: listOf(TEXT),
  mailKeys: listOf(MailKey),
  confirms: listOf(Confirmation),
  quirks: listOf(oneOf(QUIRK_NAMES)),
  ended: FLAG,
  discovery: orNull(Discovery),
});
export type AdminRetailer = Static<typeof AdminRetailer>;
