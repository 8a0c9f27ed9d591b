import type { Static } from 'typebox';
import { QUIRK_NAMES, RETAILER_PROTOCOLS, SHIPPING_RULES, TEST_STEPS } from '../retailer-protocols.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, shape, TEXT } from './primitives.js';

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
  revision: { ...COUNT, description: 'rises with each save, and when the shop says something else of itself' },
});
export type AdminRetailer = Static<typeof AdminRetailer>;

export const TestStep = shape('TestStep', {
  name: oneOf(TEST_STEPS),
  ok: FLAG,
  ms: COUNT,
  says: { ...TEXT, description: 'what came of it, for people' },
});
export type TestStep = Static<typeof TestStep>;
