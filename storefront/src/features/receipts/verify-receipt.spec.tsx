import { screen } from '@testing-library/react';
import { given } from '../../../../test/fixtures/storefront/app.js';

describe('the page that checks receipts', () => {
  it('reports a truncated link', async () => {
    given('/verify#%7B%22rece%', {});
    expect(await screen.findByText(/^This is not a slot receipt/)).toBeInTheDocument();
    expect(screen.getByLabelText('Receipt, or receipt and proof')).toHaveValue('%7B%22rece%');
  });
});
