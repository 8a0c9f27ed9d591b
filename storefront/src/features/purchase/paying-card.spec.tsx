import { screen, waitFor } from '@testing-library/react';
import { given, SETTINGS, SHOP } from '../../../../test/fixtures/storefront/app.js';

describe('paying as a guest', () => {
  beforeEach(() => localStorage.clear());

  it('waits for the settings that decide which card fields appear', async () => {
    let arrive = (_: typeof SETTINGS) => {};
    const settings = new Promise<typeof SETTINGS>((resolve) => {
      arrive = resolve;
    });
    given('/purchase?productId=hoodie', { ...SHOP, '/api/settings': settings });
    expect(await screen.findByRole('button', { name: 'Secure Slot, Fee $35.00' })).toBeDisabled();
    arrive(SETTINGS);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Secure Slot, Fee $35.00' })).toBeEnabled());
  });

  it('waits for the promo code that sets the price', async () => {
    localStorage.setItem('promoCode', 'FOREST');
    let arrive = (_: object) => {};
    const lookup = new Promise<object>((resolve) => {
      arrive = resolve;
    });
    given('/purchase?productId=hoodie', { ...SHOP, '/api/promoLookup': lookup });
    expect(await screen.findByRole('button', { name: 'Secure Slot, Fee $35.00' })).toBeDisabled();
    arrive({ promoCode: 'FOREST', percent: 10 });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Secure Slot, Fee $31.50' })).toBeEnabled());
  });
});
