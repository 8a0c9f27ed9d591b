import { fireEvent, render, screen } from '@testing-library/react';
import { ProductPicture } from './product-picture.js';

describe("a product's picture", () => {
  it('is drawn with the title where there is none', () => {
    render(<ProductPicture src="" alt="Night Parka" sizes="50vw" />);
    expect(screen.getByText('Night Parka')).toHaveTextContent('Night Parka: no picture yet');
  });

  it('is drawn where it does not load, and hidden beside a visible title', () => {
    render(<ProductPicture src="/products/gone.jpg" alt="" title="Night Parka" sizes="50vw" />);
    fireEvent.error(document.querySelector('img') as HTMLImageElement);
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByText('Night Parka').closest('[aria-hidden=true]')).not.toBeNull();
  });
});
