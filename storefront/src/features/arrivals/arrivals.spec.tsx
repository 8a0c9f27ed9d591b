import type { EndedDrop } from '@supreme-access/contract/shapes/drops.js';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { given, refusal } from '../../../../test/fixtures/storefront/app.js';
import { stepPath } from './step-path.js';

const RELEASE = Date.UTC(2026, 2, 6, 11);
const SEAL = {
  number: 4,
  size: 812,
  position: 812,
  root: 'root',
  previous: '',
  at: RELEASE + 3_600_000,
  keyId: 'key-1',
  signature: 'signature',
};
const ENDED: EndedDrop = {
  productId: 'hoodie',
  product: { productTitle: 'Hoodie' },
  endedAt: '2026-03-06T11:20:00.000Z',
  sums: {
    stock: 40,
    held: 38,
    releaseAt: RELEASE,
    firstAttempt: 12,
    lastAttempt: 840,
    bought: { least: 24, most: 28 },
    missed: [
      { reason: 'sold-out', least: 10, most: 10 },
      { reason: 'other', least: 0, most: 4 },
    ],
    steps: [
      { at: RELEASE - 3_600_000, held: 20 },
      { at: RELEASE, held: 38 },
    ],
  },
  seal: SEAL,
};
const rows = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('definition')
    .map(({ textContent, previousSibling }) => `${previousSibling?.textContent}: ${textContent}`);

describe('the arrivals of a drop', () => {
  it('show what became of its slots, without a count that is small', async () => {
    given('/drops/hoodie', { '/api/drops/hoodie': ENDED });
    expect(await screen.findByRole('heading', { name: 'Hoodie' })).toBeInTheDocument();
    expect(rows('What became of the slots')).toEqual([
      'Slots: 40',
      'Held at the release: 38',
      'Bought: 24 to 28',
      'Not bought, not charged: 10 to 14',
      'Sold out at the retailer: 10',
      'Other reasons: fewer than 5',
      expect.stringMatching(/^Released: /),
      'First attempt: +12 ms',
      'Last attempt: +840 ms',
    ]);
    expect(screen.getAllByRole('row')).toHaveLength(3);
  });

  it('are checked in the browser, which reports what it cannot load', async () => {
    given('/drops/hoodie', { '/api/drops/hoodie/proof': refusal(503, 'proof-not-ready'), '/api/drops/hoodie': ENDED });
    await userEvent.click(await screen.findByRole('button', { name: 'Check the Proof' }));
    expect(await screen.findByText(/^proof-not-ready at/)).toBeInTheDocument();
    expect(screen.getByText('Pending')).toBeInTheDocument();
  });

  it('say why there are no sums', async () => {
    given('/drops/hoodie', { '/api/drops/hoodie': { ...ENDED, product: null, sums: null } });
    expect(await screen.findByText(/no longer on the shop, so only its seal is shown/)).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'What became of the slots' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Check the Proof' })).toBeInTheDocument();
  });

  it('are drawn as steps from nothing to the slots held', () => {
    const { steps } = ENDED.sums ?? { steps: [] };
    expect(stepPath({ steps, stock: 40 }, { width: 600, height: 300 }).path).toBe('M 0 300 H 9.8 V 150 H 600 V 15');
  });
});

describe('the public page of a ticket', () => {
  it('shows the ticket, and says where there is none', async () => {
    const stamps = [{ kind: 'reserved', label: 'Reserved', done: true, at: '2026-03-06T10:00:00.000Z' }];
    const facts = {
      productId: 'hoodie',
      productTitle: 'Hoodie',
      slotNumber: 14,
      totalStock: 40,
      size: 'm',
      style: 'Ink',
    };
    given('/tickets/abc', { '/api/tickets/abc': { ticketId: 'abc', ...facts, stamps } });
    const ticket = await screen.findByRole('article', { name: 'Ticket for Hoodie' });
    expect(ticket).toHaveTextContent('14/40');
    expect(ticket).not.toHaveTextContent('Service fee');
  });

  it('says where there is none', async () => {
    given('/tickets/abc', {});
    expect(await screen.findByRole('heading', { name: 'No such ticket.' })).toBeInTheDocument();
  });
});
