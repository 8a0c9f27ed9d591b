import { jest } from '@jest/globals';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { DropCheck } from '@supreme-access/contract/shapes/releases.js';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, type DataProvider, ResourceContextProvider } from 'react-admin';
import { DropChecks } from './DropChecks.js';

const product = { productId: 'hoodie', releaseStartedAt: null, cancelled: false, delisted: false } as AdminProduct;
const CHECK: DropCheck = {
  at: 'T-24h',
  checkedAt: '2026-11-22T11:00:00.000Z',
  releaseAt: '2026-11-23T11:00:00.000Z',
  findings: [
    { check: 'retailer', level: 'ok', reason: null, count: null },
    { check: 'clock', level: 'red', reason: 'clock-off', count: 7_200 },
    { check: 'codes', level: 'red', reason: 'codes-gone', count: 1 },
  ],
};

function show(checks: DropCheck[] | Error, shown = product) {
  const checkDrop = jest.fn(async (_productId: string, _key: string) => ({ success: true, check: CHECK }));
  const dropChecks = jest.fn(async () => {
    if (checks instanceof Error) throw checks;
    return checks;
  });
  const auth = { canAccess: async () => true, checkError: async () => {} } as unknown as AuthProvider;
  render(
    <AdminContext authProvider={auth} dataProvider={{ dropChecks, checkDrop } as unknown as DataProvider}>
      <ResourceContextProvider value="products">
        <DropChecks product={shown} />
      </ResourceContextProvider>
    </AdminContext>,
  );
  return checkDrop;
}

describe('the checks before a drop', () => {
  it('lists each check with its level', async () => {
    show([CHECK, { ...CHECK, at: 'by-hand' }]);
    expect(await screen.findByText("The server's clock is off by 7.2 s. Check its time service.")).toBeVisible();
    expect(screen.getByText('1 order has no security code. We asked for it by email.')).toBeVisible();
    expect(screen.getAllByText('Not ready')).toHaveLength(2);
    expect(screen.getByText('Ready')).toBeVisible();
    expect(screen.getByText(/^Earlier checks: Manual/)).toBeVisible();
  });

  it.each<[string, Partial<AdminProduct>, string]>([
    ['a drop to come', { releaseAt: CHECK.releaseAt }, 'Not checked yet. Runs 24 h, 30 min and 5 min before.'],
    ['a drop that is released by hand', { releaseAt: null }, 'Not checked yet.'],
    ['one that was called off', { releaseAt: CHECK.releaseAt, cancelled: true }, 'No checks ran before the release.'],
  ])('shows no checks of %s', async (_, changes, says) => {
    show([], { ...product, ...changes });
    expect(await screen.findByText(says)).toBeVisible();
  });

  it("shows a refusal in the server's words", async () => {
    // react-admin logs every refused answer.
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    show(new Error('There is no such product.'));
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such product.');
    logged.mockRestore();
  });

  it('runs again by one command, without confirmation', async () => {
    const checkDrop = show([CHECK]);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check now' })).toBeEnabled());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(checkDrop.mock.calls.map(([productId]) => productId)).toEqual(['hoodie']);
  });

  it('is not requested once the release has started', async () => {
    show([CHECK], { ...product, releaseStartedAt: '2026-11-23T11:00:00.000Z' } as AdminProduct);
    await screen.findByText('T-24h', { exact: false });
    expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
  });
});
