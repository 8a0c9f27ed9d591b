import { TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import type { AcoInput } from '@supreme-access/contract/sealing.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { act, fireEvent, render, screen, within } from '@testing-library/react';

// jsdom lacks TextEncoder, which the router needs.
Object.assign(globalThis, { TextEncoder });
const { MemoryRouter, useLocation } = await import('react-router-dom');
const { PurchaseDone } = await import('./purchase-done.js');

const PRODUCT = { productId: 'hoodie', totalStock: 40, currency: 'usd' } as PublicProduct;
const ORDER = {
  orderId: 'order-1',
  price: 35,
  productTitle: 'Hoodie',
  style: 'Ink',
  slotNumber: 28,
  orderDate: '2026-03-06T11:00:03.000Z',
};
const LINK = 'https://shop.test/action/signed.token';
const ACO = { shipping: { firstName: 'Mira', lastName: 'Okafor' }, productForm: { size: 'm' } } as AcoInput;

function Where() {
  return <p data-testid="where">{useLocation().pathname}</p>;
}
const where = () => screen.getByTestId('where').textContent;
const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) await act(() => jest.advanceTimersByTimeAsync(1_000));
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

function bought() {
  render(
    <MemoryRouter initialEntries={['/purchase']}>
      <PurchaseDone product={PRODUCT} bought={{ order: ORDER, link: LINK, aco: ACO, email: 'mira@example.com' }} />
      <Where />
    </MemoryRouter>,
  );
}

describe('after a purchase', () => {
  it("counts down to a guest's order, behind the signed link, and pauses while it loads", async () => {
    bought();
    await pass(4);
    expect(screen.getByText(/Opening your order in/)).toHaveTextContent('in 1');
    expect(where()).toBe('/purchase');
    await pass(1);
    expect(where()).toBe('/action/signed.token');
    await pass(2);
    expect(screen.getByText(/Opening your order in/)).toHaveTextContent(/in 0$/);
  });

  it('counts down to the dashboard for a shopper', async () => {
    localStorage.setItem('user', JSON.stringify({ token: 'jwt', uuid: 'account-1', name: 'Mira', isAdmin: false }));
    bought();
    expect(screen.getByRole('link', { name: 'Go to the Dashboard' })).toHaveAttribute('href', '/dashboard');
    await pass(5);
    expect(where()).toBe('/dashboard');
  });

  it("has 'Reserved' stamped on the ticket, with the time", () => {
    bought();
    const [stamp, ...others] = within(screen.getByRole('list', { name: 'Stamps' })).getAllByRole('listitem');
    expect(stamp).toHaveTextContent(/^Reserved \d\d:\d\d:03$/);
    expect(others).toEqual([]);
  });

  it('stays when its countdown is stopped', async () => {
    bought();
    await pass(2);
    fireEvent.click(screen.getByRole('button', { name: 'Stay Here' }));
    await pass(5);
    expect(where()).toBe('/purchase');
  });
});
