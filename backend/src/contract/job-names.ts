const JOB_NAMES: Readonly<Record<string, string>> = {
  'ask-codes': 'Ask for missing security codes',
  'cancel-drop': 'Cancel the orders of a drop',
  charge: 'Charge fees',
  'check-drop': 'Check drops before release',
  'check-proof': 'Look up orders named in emails',
  checkout: 'Check out at the retailer',
  'close-order': 'Close orders after 72 hours',
  'discover-retailer': 'Read what retailers say of themselves',
  'empty-account': 'Delete the contents of erased accounts',
  'erase-account': 'Erase accounts',
  'erase-guest': 'Erase guests',
  'forget-invitee': 'Delete the email addresses of old invitations',
  'forget-proof': 'Delete old proof emails',
  'forget-secret': 'Delete old card data and codes',
  'give-back-slot': 'Return slots to the drop',
  'give-up-places': 'Remove people from waiting lists',
  'join-orders': 'Add guest orders to accounts',
  'lapse-offer': 'End expired waiting-list offers',
  mail: 'Send emails',
  'place-order': 'Place orders',
  refund: 'Refund fees',
  'release-promo': 'Return promo code uses',
  'run-release': 'Run releases',
  'start-release': 'Start releases',
  'summarise-drop': 'Record the sums of ended drops',
  'tell-holders': 'Email holders about a new release time',
  webhook: 'Process Stripe webhooks',
};

/** `queue`: a kind, or `{kind}@{retailer}` */
export function jobName(queue: string): string {
  const [kind = '', retailer] = queue.split('@');
  const name = JOB_NAMES[kind] ?? kind;
  return retailer === undefined ? name : `${name} ${retailer}`;
}

const PARTNER_NAMES: Readonly<Record<string, string>> = {
  retailer: 'The retailer',
  stripe: 'Stripe',
  mail: 'The mail server',
};

/** `partner`: one of them, or `retailer:{id}` */
export function partnerName(partner: string): string {
  return PARTNER_NAMES[partner] ?? `The retailer ${partner.slice(partner.indexOf(':') + 1)}`;
}
