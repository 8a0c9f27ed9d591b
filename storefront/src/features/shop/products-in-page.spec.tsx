import { PAGE_DATA } from '@supreme-access/contract/limits.js';
import { screen } from '@testing-library/react';
import { given } from '../../../../test/fixtures/storefront/app.js';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';

describe('a page with embedded products', () => {
  it('shows them to guests before the API has answered, each with its public page', async () => {
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = PAGE_DATA;
    block.textContent = JSON.stringify({ '/api/products': [{ ...PRODUCT, productTitle: 'Brought Along' }] });
    document.head.append(block);
    given('/', {});
    const [link] = await screen.findAllByRole('link', { name: /Brought Along/ });
    expect(link).toHaveAttribute('href', '/purchase?productId=hoodie');
  });
});
