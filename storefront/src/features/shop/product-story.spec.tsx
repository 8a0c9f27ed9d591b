import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import { ProductStory, RetailPrice } from './product-story.js';
import { SizeGuide } from './size-guide.js';

describe('the description of a product', () => {
  it('is shown in paragraphs and never parsed as markup', () => {
    render(<ProductStory product={{ ...PRODUCT, description: 'Cut square.\n\n<b>Made</b> in Portugal.\n' }} />);
    const paragraphs = [...screen.getByRole('region', { name: 'Description' }).children];
    expect(paragraphs.map(({ textContent }) => textContent)).toEqual(['Cut square.', '<b>Made</b> in Portugal.']);
  });

  it('is omitted where it is empty', () => {
    const { container } = render(
      <>
        <ProductStory product={PRODUCT} />
        <RetailPrice product={PRODUCT} />
      </>,
    );
    expect(container).toBeEmptyDOMElement();
  });

  it('names the retail price in its own currency, and who is paid', () => {
    render(<RetailPrice product={{ retailPrice: { amount: 168.5, currency: 'eur' } }} />);
    expect(screen.getByText(/retail price, paid to the retailer/)).toHaveTextContent('€168.50');
  });
});

describe('the size guide', () => {
  it('opens beside the choice, in centimetres or inches', async () => {
    const user = userEvent.setup();
    render(<SizeGuide product={PRODUCT} />);
    await user.click(screen.getByRole('button', { name: 'Size guide' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Size guide' }));
    const large = () => dialog.getByRole('row', { name: /^L / });
    expect(large()).toHaveTextContent('104–112');
    await user.click(dialog.getByRole('radio', { name: 'Inches' }));
    expect(large()).toHaveTextContent('41–44');
    expect(dialog.getByRole('table', { name: 'Sizes in inches' })).toBeInTheDocument();
  });
});
