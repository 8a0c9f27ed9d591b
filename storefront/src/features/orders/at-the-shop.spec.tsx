import { render, screen } from '@testing-library/react';
import { ORDER } from '../../../../test/fixtures/storefront/app.js';
import { OrderTicket } from './order-ticket.js';

const eur = (amount: number) => ({ amount, currency: 'eur' });

describe("an order's ticket", () => {
  it('shows the limit, and once it was paid the total and the page at the retailer', () => {
    const { rerender } = render(<OrderTicket order={{ ...ORDER, limit: eur(200) }} />);
    expect(screen.getByText('€200.00')).toBeInTheDocument();
    const retailOrder = { number: 'N-17', url: 'https://north.example/orders/17', tracking: null };
    rerender(<OrderTicket order={{ ...ORDER, limit: eur(200), retailTotal: eur(181.5), retailOrder }} />);
    expect(screen.getByText('€181.50')).toBeInTheDocument();
    expect(screen.queryByText('€200.00')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'see it there' })).toHaveAttribute('href', retailOrder.url);
  });

  it('shows how it is tracked, at the carrier where the shop tells its page', () => {
    const retailOrder = { number: 'N-17', url: null };
    const tracking = { number: '1Z-77', carrier: 'UPS', url: 'https://carrier.example/1Z-77' };
    const { rerender } = render(<OrderTicket order={{ ...ORDER, retailOrder: { ...retailOrder, tracking } }} />);
    expect(screen.getByText(/On its way with UPS/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '1Z-77' })).toHaveAttribute('href', tracking.url);
    const plain = { number: '1Z-77', carrier: null, url: null };
    rerender(<OrderTicket order={{ ...ORDER, retailOrder: { ...retailOrder, tracking: plain } }} />);
    expect(screen.getByText('1Z-77')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: '1Z-77' })).not.toBeInTheDocument();
  });

  it("shows the shop's link and until when it works", () => {
    const finish = { link: 'https://north.example/checkouts/17', until: '2026-11-21T11:00:00.000Z' };
    render(<OrderTicket order={{ ...ORDER, status: 'action_required', finish }} />);
    expect(screen.getByRole('link', { name: 'Finish at the retailer' })).toHaveAttribute('href', finish.link);
    expect(screen.getByText(/Keep the link to yourself/)).toBeInTheDocument();
  });
});
