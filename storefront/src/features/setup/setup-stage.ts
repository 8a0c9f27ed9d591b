import type { AccountInfo } from '@supreme-access/contract/shapes/people.js';

type SetupFacts = Pick<AccountInfo, 'name' | 'phone' | 'billingAddress' | 'customer_id'>;

/** The path of the first setup screen that still asks for something; null when the account is set up. */
export function setupStage({ name, phone, billingAddress, customer_id }: SetupFacts): string | null {
  if (!name || !phone) return '/signup1';
  return shopGate({ billingAddress, customer_id });
}

export function shopGate({ billingAddress, customer_id }: Omit<SetupFacts, 'name' | 'phone'>): string | null {
  if (!billingAddress) return '/signup2';
  return customer_id ? null : '/signup3';
}
