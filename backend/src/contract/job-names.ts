const JOB_NAMES: Readonly<Record<string, string>> = {
  'ask-codes': 'Ask for missing security codes',
  'cancel-drop': 'Cancel the orders of a drop',
  charge: 'Charge fees',
  'check-drop': 'Check drops before release',
  'check-proof': 'Look up orders named in emails',
  checkout: 'Check out at the retailer',
  'close-order': 'Close orders after 72 hours',
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
  'tell-holders': 'Email holders about a new release time',
  webhook: 'Process Stripe webhooks',
};

export function jobName(kind: string): string {
  return JOB_NAMES[kind] ?? kind;
}

export const PARTNER_NAMES = { retailer: 'The retailer', stripe: 'Stripe', mail: 'The mail server' } as const;
