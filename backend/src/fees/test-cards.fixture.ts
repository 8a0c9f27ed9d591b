/** Numbers of cards and what each does when its fee is moved: https://docs.stripe.com/testing. */
export const CARDS = {
  pays: '4242424242424242',
  paysToo: '5555555555554444',
  declines: '4000000000000002',
  hasNoFunds: '4000000000009995',
  asksItsHolder: '4000002500003155',
  refundFails: '4000000000005126',
  refundPends: '4000000000007726',
  isDisputed: '4000000000000259',
} as const;
