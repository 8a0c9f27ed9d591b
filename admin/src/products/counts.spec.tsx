import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { CancelDropButton } from './CancelDropButton.js';
import { ReleaseButton } from './ReleaseButton.js';

const DATED = { releaseAt: '2026-11-20T16:00:03.000Z', releaseTz: 'Asia/Kathmandu' };

async function questionOf(label: string, reserved: number) {
  const product = { id: 'p1', productId: 'p1', productTitle: 'Box Hoodie', reserved, refusals: {}, ...DATED };
  render(
    <MemoryRouter>
      <AdminContext>
        <ResourceContextProvider value="products">
          <RecordContextProvider value={product as unknown as AdminProduct}>
            <ReleaseButton />
            <CancelDropButton />
          </RecordContextProvider>
        </ResourceContextProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  await userEvent.click(await screen.findByRole('button', { name: label }));
  return (await screen.findByRole('dialog')).textContent;
}

describe('the question before a drop is released or cancelled', () => {
  it.each([
    ['Release now', 1, 'Reservations close now, and 1 order is checked out'],
    ['Release now', 2, '(20 Nov 2026, 21:45:03 Kathmandu)'],
    ['Release now', 12, 'Reservations close now, and 12 orders are checked out'],
    ['Cancel drop', 1, 'The one reserved slot is withdrawn and its holder gets an email.'],
    ['Cancel drop', 12, 'All 12 reserved slots are withdrawn and their holders get an email.'],
  ])('of %s names %i in words', async (label, reserved, words) => {
    expect(await questionOf(label, reserved)).toContain(words);
  });
});
