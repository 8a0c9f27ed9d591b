import { TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { AcoInput, PublicProduct } from '../../../../backend/src/contract/api-types.js';

// jsdom leaves out what the router needs when it is loaded
Object.assign(globalThis, { TextEncoder });
const { MemoryRouter, useLocation } = await import('react-router-dom');
const { PurchaseDone } = await import('./purchase-done.js');

const PRODUCT = { productId: 'hoodie', totalStock: 40, currency: 'usd' } as PublicProduct;
const ORDER = { orderId: 'order-1', price: 35, productTitle: 'Hoodie', style: 'Ink', slotNumber: 28 };
const ACO = { shipping: { firstName: 'Mira', lastName: 'Okafor' }, productForm: { size: 'm' } } as AcoInput;

function Where() {
  return <p data-testid="where">{useLocation().pathname}</p>;
}
const where = () => screen.getByTestId('where').textContent;
const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) await act(() => jest.advanceTimersByTimeAsync(1_000));
};

beforeEach(() => {
  jest.useFakeTimers();
  render(
    <MemoryRouter initialEntries={['/purchase']}>
      <PurchaseDone product={PRODUCT} bought={{ order: ORDER, aco: ACO, email: 'mira@example.com' }} />
      <Where />
    </MemoryRouter>,
  );
});
afterEach(() => jest.useRealTimers());

describe('after a purchase', () => {
  it('counts down to the dashboard, and not on while that is fetched', async () => {
    await pass(4);
    expect(screen.getByText(/You go on to your dashboard in/)).toHaveTextContent('in 1');
    expect(where()).toBe('/purchase');
    await pass(1);
    expect(where()).toBe('/dashboard');
    await pass(2);
    expect(screen.getByText(/You go on to your dashboard in/)).toHaveTextContent(/in 0$/);
  });

  it('stays for whoever reads slowly', async () => {
    await pass(2);
    fireEvent.click(screen.getByRole('button', { name: 'Stay Here' }));
    await pass(5);
    expect(where()).toBe('/purchase');
  });
});
