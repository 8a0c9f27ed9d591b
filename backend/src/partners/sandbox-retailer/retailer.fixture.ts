import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckoutSubmission } from '../../releases/retailer-client.js';

export const KEY = 'spec-key-0123456789';

const address = {
  firstName: 'Ada',
  lastName: 'Quimby',
  address1: '17 Larch Row',
  city: 'Portland',
  state: 'OR',
  zip: '97201',
  country: 'US',
} as const;

export function aSubmission(reference: string, change: Partial<CheckoutSubmission> = {}): CheckoutSubmission {
  return {
    reference,
    productId: 'forest-jacket',
    size: 'm',
    style: 'Forest',
    shipping: address,
    billing: address,
    email: 'ada@example.org',
    phone: '+15035550143',
    card: { name: 'Ada Quimby', type: 'visa', number: '4242424242424242', code: '123', month: 12, year: 2031 },
    ...change,
  };
}

export const PERSONAL = ['Ada', 'Quimby', 'Larch', 'Portland', '"97201"', 'ada@example.org', '5550143', '42424242'];

export async function temporaryDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-retailer-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
