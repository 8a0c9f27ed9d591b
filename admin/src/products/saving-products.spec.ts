import { HttpError } from 'react-admin';
import { onItsField } from './saving-products.js';

const refused = (code: string) => new HttpError('No.', 400, { success: false, error: 'No.', code });

describe('what the server says against a product', () => {
  it.each([
    ['title-required', 'productTitle'],
    ['price-invalid', 'price'],
    ['stock-below-reserved', 'totalStock'],
    ['picture-damaged', 'picture'],
    ['image-missing', 'productImage'],
    ['release-past', 'releaseLocal'],
    ['closing-after-release', 'closesLocal'],
  ])('%s is shown by its field', (code, field) => {
    expect(onItsField(refused(code))).toMatchObject({
      message: 'No.',
      status: 400,
      body: { errors: { [field]: 'No.' } },
    });
  });

  it('without a field is told for the whole form', () => {
    const [delisted, lost] = [refused('delisted'), new Error('no answer')];
    expect(onItsField(delisted)).toBe(delisted);
    expect(onItsField(lost)).toBe(lost);
  });
});
