import { stamp } from '@supreme-access/contract/ticket.js';
import { render, screen, within } from '@testing-library/react';
import { Ticket, type TicketFacts } from './ticket.js';

const FACTS: TicketFacts = {
  slotNumber: 14,
  totalStock: 200,
  productTitle: 'Box Hoodie',
  size: 'os',
  style: 'Ink',
  holder: 'Main Profile',
  price: 29.75,
};

describe('a ticket', () => {
  it('shows number, product, size, style, profile and fee', () => {
    render(<Ticket facts={FACTS} tone="kept" />);
    const ticket = screen.getByRole('article', { name: 'Ticket for Box Hoodie' });
    for (const text of ['014', '/200', 'Box Hoodie', 'OS', 'Ink', 'Main Profile', '$29.75']) {
      expect(within(ticket).getByText(text)).toBeInTheDocument();
    }
  });

  it('has no number while it is a draft', () => {
    render(<Ticket facts={{ ...FACTS, slotNumber: null }} tone="draft" />);
    expect(screen.getByText('···')).toBeInTheDocument();
    expect(screen.getByRole('article')).toHaveAttribute('data-tone', 'draft');
  });

  it('distinguishes set stamps from open ones, for screen readers too', () => {
    const at = '2026-03-06T11:00:03.000Z';
    render(<Ticket facts={FACTS} tone="kept" stamps={[stamp('reserved', at), stamp('charged', undefined)]} />);
    const [reserved, charged] = within(screen.getByRole('list', { name: 'Stamps' })).getAllByRole('listitem');
    expect(reserved).toHaveTextContent(/^Reserved \d{2}:\d{2}:03$/);
    expect(charged).toHaveTextContent('Charged not yet');
    expect(charged).toHaveAttribute('data-stamped', 'no');
  });
});
