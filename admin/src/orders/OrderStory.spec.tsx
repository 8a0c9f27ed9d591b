import type { FiledEntry } from '@supreme-access/contract/shapes/order-file.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, RecordContextProvider, TestMemoryRouter } from 'react-admin';
import { OrderStory } from './OrderStory.js';

const ADMIN = '6a2109a8-f754-40bc-ad69-0998ddd33550';
const ORDER = { id: 'o1', productTitle: 'Box Hoodie', currency: 'usd' } as AdminOrder;
const entry = (position: number, rest: Pick<FiledEntry, 'type' | 'data' | 'causedBy'>): FiledEntry => ({
  at: `2026-11-2${position}T11:00:00.120Z`,
  position,
  eventId: `event-${position}`,
  cause: position === 2 ? { eventId: 'event-1', type: 'FeeChargeStarted' } : null,
  ...rest,
});
const STORY = [
  entry(1, { type: 'FeeChargeStarted', causedBy: 'worker charge-fee', data: { attempt: 1, amount: 2_500 } }),
  entry(2, { type: 'FeeCharged', causedBy: 'worker charge-fee', data: { chargeId: 'ch_1', amount: 2_500 } }),
  entry(3, { type: 'RefundRequested', causedBy: `admin ${ADMIN}`, data: { amount: 500, reason: 'a scratch' } }),
];

function show() {
  const user = userEvent.setup();
  render(
    <TestMemoryRouter>
      <AdminContext>
        <RecordContextProvider value={ORDER}>
          <OrderStory story={STORY} />
        </RecordContextProvider>
      </AdminContext>
    </TestMemoryRouter>,
  );
  return user;
}

describe('the story of an order', () => {
  it('consists of sentences, newest first, with actor and cause', () => {
    show();
    const entries = screen.getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      expect.stringContaining('A refund of $5.00 was requested: a scratch.'),
      expect.stringContaining('The fee was charged: $25.00.'),
      expect.stringContaining('Attempt 1 to charge the fee started: $25.00.'),
    ]);
    expect(entries[0]).toHaveTextContent('by admin 6a2109a8');
    expect(screen.getByRole('link', { name: 'admin 6a2109a8' })).toHaveAttribute('href', `/accounts/${ADMIN}/show`);
    expect(entries[1]).toHaveTextContent('because of Fee charge started');
    expect(entries[1]?.querySelector('time')).toHaveAttribute('datetime', STORY[1]?.at);
  });

  it("collapses each event's data, which can be copied as a whole or by reference", async () => {
    const user = show();
    expect(screen.queryByText('ch_1')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show data of Fee charged' }));
    const fold = screen.getByRole('button', { name: 'Hide data of Fee charged' });
    expect(fold).toHaveAttribute('aria-expanded', 'true');
    const facts = document.getElementById(fold.getAttribute('aria-controls') ?? '') as HTMLElement;
    await user.click(within(facts).getByRole('button', { name: 'Copy chargeId' }));
    expect(await navigator.clipboard.readText()).toBe('ch_1');
    await user.click(screen.getByRole('button', { name: 'Copy data of Fee charged' }));
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual(STORY[1]?.data);
    await user.click(fold);
    expect(screen.queryByText('ch_1')).toBeNull();
  });
});
