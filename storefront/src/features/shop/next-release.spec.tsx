import { render, screen } from '@testing-library/react';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import { NextRelease } from './next-release.js';

describe('the top of the shop', () => {
  it('offers no slot where there is no drop', () => {
    render(<NextRelease products={[]} />);
    expect(screen.getByText('Nothing is scheduled.')).toBeVisible();
  });

  it('offers one where a drop has no time yet', () => {
    render(<NextRelease products={[{ ...PRODUCT, releaseAt: null }]} />);
    expect(screen.getByText(/^No release has a date yet\. Secure a slot now/)).toBeVisible();
  });
});
