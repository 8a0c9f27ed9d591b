import { render, screen } from '@testing-library/react';
import { NextDeparture } from './next-departure.js';
import { PRODUCT } from './product.fixture.js';

describe('what heads the shop', () => {
  it('offers no slot where there is no drop', () => {
    render(<NextDeparture products={[]} />);
    expect(screen.getByText('Nothing is scheduled.')).toBeVisible();
  });

  it('offers one where a drop has no time yet', () => {
    render(<NextDeparture products={[{ ...PRODUCT, releaseAt: null }]} />);
    expect(screen.getByText(/^No release has a date yet\. Secure a slot now/)).toBeVisible();
  });
});
