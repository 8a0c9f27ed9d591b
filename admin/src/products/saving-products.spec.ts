import { HttpError } from 'react-admin';
import { onItsField, savingProducts } from './saving-products.js';

const refused = (code: string) => new HttpError('No.', 400, { success: false, error: 'No.', code });

describe('a refusal of a product', () => {
  it.each([
    ['title-required', 'productTitle'],
    ['price-invalid', 'price'],
    ['stock-below-reserved', 'totalStock'],
    ['image-missing', 'pictures'],
    ['pictures-invalid', 'pictures'],
    ['description-invalid', 'description'],
    ['retail-price-invalid', 'retailAmount'],
    ['release-past', 'releaseLocal'],
    ['closing-after-release', 'closesLocal'],
  ])('%s is shown at its field', (code, field) => {
    expect(onItsField(refused(code))).toMatchObject({
      message: 'No.',
      status: 400,
      body: { errors: { [field]: 'No.' } },
    });
  });

  it('without a field is shown for the whole form', () => {
    const [delisted, lost] = [refused('delisted'), new Error('no answer')];
    expect(onItsField(delisted)).toBe(delisted);
    expect(onItsField(lost)).toBe(lost);
  });
});

describe('chosen pictures', () => {
  const saved = { address: '/back.svg', alt: 'From the back' };
  const file = (name: string) => new File([name], name);

  it('are uploaded first, the main one before the others', async () => {
    const created: unknown[] = [];
    const provider = {
      uploadPicture: async ({ name }: File) => `/pictures/${name}`,
      create: async (_resource: string, { data }: { data: unknown }) => created.push(data),
    } as unknown as Parameters<typeof savingProducts>[0];
    const data = { pictures: [saved], picture: file('lead'), morePictures: [file('near')] };
    await savingProducts(provider).create('products', { data });
    const pictures = [{ address: '/pictures/lead', alt: '' }, saved, { address: '/pictures/near', alt: '' }];
    expect(created).toEqual([{ pictures }]);
  });

  it.each([
    ['picture', { picture: file('lead') }],
    ['chosenPictures', { morePictures: [file('near')] }],
  ])('that are refused say so at the field that chose them: %s', async (field, data) => {
    const provider = {
      uploadPicture: () => Promise.reject(refused('picture-damaged')),
    } as unknown as Parameters<typeof savingProducts>[0];
    const saved = savingProducts(provider).create('products', { data });
    await expect(saved).rejects.toMatchObject({ message: 'No.', body: { errors: { [field]: 'No.' } } });
  });
});
