/** @jest-environment node */
import { nameOf, rolesShown } from './roles.js';

const ADA = {
  id: 'a1',
  uuid: 'a1',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '',
  customer_id: null,
  billingLast4: null,
  isAdmin: false,
  locked: false,
  roles: [],
  emailVerified: true,
  mailBounced: null,
  registeredAt: '2026-11-20T16:00:00.000Z',
  erased: false,
};

describe('an account', () => {
  it('is shown by its name, else by its address, and by neither once erased', () => {
    expect(nameOf(ADA)).toBe('Ada Lovelace');
    expect(nameOf({ ...ADA, name: '' })).toBe('ada@example.org');
    expect(nameOf({ ...ADA, name: '', email: '', erased: true })).toBe('Erased account');
  });

  it('is a shopper where it has no other role', () => {
    expect(rolesShown(['shopper'])).toBe('Shopper');
    expect(rolesShown(['shopper', 'admin', 'auditor'])).toBe('Admin, Auditor');
  });
});
