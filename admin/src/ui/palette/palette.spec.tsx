import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import {
  type AuthProvider,
  CoreAdminContext,
  type DataProvider,
  memoryStore,
  ResourceContextProvider,
  ResourceDefinitionContextProvider,
} from 'react-admin';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { ActionButton } from '../ActionButton.js';
import { PageHead } from '../PageHead.js';
import { PageActions } from '../page-actions.js';
import { Shortcuts } from '../Shortcuts.js';

const ROWS: Readonly<Record<string, object[]>> = {
  orders: [
    {
      id: 'o1',
      orderId: 'o1',
      productTitle: 'Box Hoodie',
      email: 'ada@example.org',
      slotNumber: 14,
      totalStock: 200,
      status: 'pending',
    },
  ],
  products: [
    { id: 'p1', productTitle: 'Box Hoodie', avail: true, remaining: 3, totalStock: 200, releaseAt: null },
    { id: 'p2', productTitle: 'Box Cap', remaining: 27, totalStock: 40, releaseFinishedAt: '2026-11-20T16:00:09.000Z' },
  ],
  accounts: [{ id: 'a1', name: 'Ada Box', email: 'ada@example.org' }],
  promos: [{ id: 'BOX10', promoCode: 'BOX10', percent: 10, redeemed: 2 }],
};
const named = (name: string, label: string) => ({ name, hasList: true, hasCreate: true, options: { label } });

function Where() {
  return <output>{useLocation().pathname}</output>;
}

type GetList = DataProvider['getList'];
const answer: GetList = async (resource) => ({ data: ROWS[resource] as never[], total: 1 });
function show({ getList, mayWrite = true, page }: { getList?: GetList; mayWrite?: boolean; page?: ReactNode } = {}) {
  const requests = jest.fn<GetList>(getList ?? answer);
  const canAccess = async ({ action }: { action: string }) => mayWrite || action === 'list';
  render(
    <MemoryRouter>
      <CoreAdminContext
        authProvider={{ canAccess, checkError: async () => {} } as unknown as AuthProvider}
        dataProvider={{ getList: requests, supportAbortSignal: true } as unknown as DataProvider}
        store={memoryStore()}
      >
        <ResourceDefinitionContextProvider definitions={{ orders: named('orders', 'Orders') }}>
          <PageActions>
            <Shortcuts />
            {page}
          </PageActions>
          <input aria-label="Note" />
          <Where />
        </ResourceDefinitionContextProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return { user: userEvent.setup(), requests };
}
function showHolding(isHeld: (resource: string, calls: number) => boolean) {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const shown = show({
    getList: async (resource, params) => {
      if (isHeld(resource, shown.requests.mock.calls.length)) await held;
      return answer(resource, params);
    },
  });
  return { ...shown, letGo };
}
const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const field = () => screen.findByRole('combobox', { name: /^Search orders/ });

/**
 * Hazard: on a busy machine the debounce may elapse between two letters, so all of them come in one turn of the event
 * loop.
 */
function typeAtOnce(input: HTMLElement, text: string, before = ''): void {
  for (let end = 1; end <= text.length; end += 1) {
    fireEvent.change(input, { target: { value: before + text.slice(0, end) } });
  }
}

describe('the palette', () => {
  it('opens by Ctrl+K, also from a field, and offers pages and creation', async () => {
    const { user, requests } = show();
    await user.click(screen.getByRole('textbox', { name: 'Note' }));
    await user.keyboard('{Control>}k{/Control}');
    await field();
    await waitFor(() =>
      expect(options()).toEqual(expect.arrayContaining(['Dashboard', 'Orders', 'System', 'New: Orders'])),
    );
    expect(requests).not.toHaveBeenCalled();
  });

  it("offers the actions of the page's record, with the reason where one is refused", async () => {
    const texts = { pending: '…', explain: '', done: 'Done.', run: async () => undefined };
    const { user } = show({
      page: (
        <ResourceContextProvider value="orders">
          <PageHead title="Order">
            <ActionButton {...texts} label="Withdraw" title="Withdraw this order?" />
            <ActionButton {...texts} label="Refund" title="Refund?" refusal="It was not charged." />
          </PageHead>
        </ResourceContextProvider>
      ),
    });
    await screen.findByRole('button', { name: 'Withdraw' });
    await user.keyboard('{Control>}k{/Control}');
    await field();
    const refused = await screen.findByRole('option', { name: /^Refund/ });
    expect(refused).toHaveTextContent('It was not charged.');
    expect(refused).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('option', { name: 'Withdraw' }));
    expect(await screen.findByRole('dialog', { name: 'Withdraw this order?' })).toBeVisible();
  });

  it('finds orders, products, people and promo codes with one request each when typing pauses, and opens the choice', async () => {
    const { user, requests } = show();
    await user.keyboard('{Meta>}k{/Meta}');
    typeAtOnce(await field(), 'box');
    await screen.findByRole('option', { name: /^Ada Box/ });
    expect(options()).toEqual([
      'Box Hoodie, 014/200ada@example.org, Pending',
      'Box Hoodie3 of 200 left',
      'Box CapReleased',
      'Ada Boxada@example.org',
      'BOX1010%, 2 redeemed',
    ]);
    expect(
      requests.mock.calls.map(([resource, { filter, pagination }]) => [resource, filter, pagination?.perPage]),
    ).toEqual([
      ['orders', { q: 'box' }, 5],
      ['products', { productTitle: 'box' }, 5],
      ['accounts', { q: 'box' }, 5],
      ['promos', { promoCode: 'box' }, 5],
    ]);
    expect(within(screen.getByRole('group', { name: 'People' })).getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByText('/products/p1/show')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is navigated by keys, whichever list answers first', async () => {
    const { user, requests, letGo } = showHolding((resource) => resource === 'orders');
    await user.keyboard('{Control>}k{/Control}');
    typeAtOnce(await field(), 'box');
    await waitFor(() => expect(requests).toHaveBeenCalledTimes(4));
    await act(() => Promise.all(requests.mock.results.slice(1).map(({ value }) => value)));
    letGo();
    await screen.findByRole('option', { name: /014/ });
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByText('/products/p1/show')).toBeInTheDocument();
  });

  it('keeps its highlighted entry while time passes', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { user } = show();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'box');
    await screen.findByRole('option', { name: /^Ada Box/ });
    await user.keyboard('{ArrowDown}');
    await act(() => jest.advanceTimersByTimeAsync(90_000));
    await user.keyboard('{Enter}');
    expect(screen.getByText('/products/p1/show')).toBeInTheDocument();
    jest.useRealTimers();
  });

  it('shows earlier results only once they are found again', async () => {
    const { user, requests, letGo } = showHolding((_resource, calls) => calls > 4);
    await user.keyboard('{Control>}k{/Control}');
    typeAtOnce(await field(), 'box');
    await screen.findByRole('option', { name: /^Ada Box/ });
    await user.keyboard('{Escape}{Control>}k{/Control}');
    typeAtOnce(await field(), 'box');
    await waitFor(() => expect(requests).toHaveBeenCalledTimes(8));
    expect(screen.queryAllByRole('option')).toEqual([]);
    letGo();
    await screen.findByRole('option', { name: /^Ada Box/ });
    await user.keyboard('{ArrowDown}');
    fireEvent(window, new Event('visibilitychange'));
    await user.keyboard('{Enter}');
    expect(screen.getByText('/products/p1/show')).toBeInTheDocument();
    expect(requests).toHaveBeenCalledTimes(8);
  });

  it('aborts requests for earlier words', async () => {
    const signals: AbortSignal[] = [];
    const { user } = show({
      getList: (_resource, { signal }) => new Promise((_resolve) => signal && signals.push(signal)),
    });
    await user.keyboard('{Control>}k{/Control}');
    typeAtOnce(await field(), 'box');
    await waitFor(() => expect(signals).toHaveLength(4));
    typeAtOnce(await field(), 'es', 'box');
    await waitFor(() => expect(signals).toHaveLength(8));
    expect(signals.map(({ aborted }) => aborted)).toEqual([...Array(4).fill(true), ...Array(4).fill(false)]);
  });

  it('names the lists that failed', async () => {
    const { user } = show({
      getList: async (resource, params) => {
        if (resource === 'accounts') throw new Error('Away');
        return answer(resource, params);
      },
    });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'box');
    await screen.findByText('4 results. Could not search people.');
  });

  it('offers an auditor no creation', async () => {
    const { user } = show({ mayWrite: false });
    await user.click(screen.getByRole('button', { name: 'Search everything' }));
    await user.type(await field(), 'orders');
    await waitFor(() => expect(options()[0]).toBe('Box Hoodie, 014/200ada@example.org, Pending'));
    expect(options()).not.toContain('New: Orders');
    expect(options()).toContain('Orders');
  });

  it('closes by Escape', async () => {
    const { user } = show();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), '{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('single keys', () => {
  it('open their help, but not while somebody types', async () => {
    const { user } = show();
    await user.type(screen.getByRole('textbox', { name: 'Note' }), '?/');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(document.body);
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Go to the next row');
  });

  it('do nothing when they are off', async () => {
    const { user } = show();
    await user.keyboard('?');
    await user.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('?/');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
