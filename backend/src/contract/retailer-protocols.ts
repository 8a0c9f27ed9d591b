export const RETAILER_PROTOCOLS = ['own', 'ucp', 'acp'] as const;
export type RetailerProtocol = (typeof RETAILER_PROTOCOLS)[number];
/** The versions that can be read, newest first. */
export const PROTOCOL_VERSIONS: Readonly<Record<RetailerProtocol, readonly string[]>> = {
  own: [],
  ucp: ['2026-04-08', '2026-01-11'],
  acp: ['2026-04-17', '2026-01-30'],
};
/** the sandbox's profile at the Stripe emulator, unless it is told another */
export const SANDBOX_SELLER = 'profile_test_sandbox';
export const SHIPPING_RULES = ['cheapest', 'fastest'] as const;
export type ShippingRule = (typeof SHIPPING_RULES)[number];

/** What a shop does against the text of its protocol and is tolerated for this retailer alone. */
export const QUIRKS = {
  'address-at-create': 'Takes the address at the root of the request, and only when a session is created.',
  'token-field': 'Wants the payment token in a field of its own.',
  'option-field': 'Wants the shipping option in a field of its own.',
  'changed-is-422': 'Answers 422 instead of 409 to another body under a known key.',
  'gone-is-sold-out': 'Answers 410 when nothing is left.',
  'sold-out-in-words': 'Says in words alone that nothing is left, under whatever status.',
  'option-chosen': 'Chooses the shipping option itself, and lists no other.',
  'order-unnamed': 'Names no order when a completed session is read. The session then stands for its order.',
} as const;
export type Quirk = keyof typeof QUIRKS;
export const QUIRK_NAMES = Object.keys(QUIRKS) as Quirk[];

/** Steps of a test purchase; one that fails ends it, and what was opened is closed or revoked. */
export const TEST_STEPS = [
  'discovery',
  'catalogue',
  'prepare',
  'token',
  'complete',
  'look-up',
  'revoke',
  'close',
] as const;
export type TestStepName = (typeof TEST_STEPS)[number];
