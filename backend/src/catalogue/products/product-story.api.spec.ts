import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';

const FRONT = { address: '/products/box-hoodie.svg', alt: 'From the front' };
const BACK = { address: 'https://pictures.example/back.jpg', alt: '' };
const NEW = { productTitle: 'Box Hoodie', price: 35, totalStock: 2 };
const STORY = { description: 'Cut square.\n\nMade in Portugal.', retailPrice: { amount: 168.5, currency: 'eur' } };

describe('what is told of a product', () => {
  let server: CatalogueUnderTest;
  beforeAll(async () => {
    server = await startCatalogue();
  });
  afterAll(() => server?.stop());

  const create = (changes: object = {}) => server.post('/api/admin/products/create', { ...NEW, ...changes });
  const created = async (changes: object = {}) => (await create(changes)).body.product;
  const edit = async (productId: string, changes: object) =>
    (await server.ask('PUT', `/api/admin/products/${productId}`, changes)).body;

  it('is saved, and shown to everyone', async () => {
    const { productId } = await created({ ...STORY, pictures: [FRONT, { address: BACK.address }] });
    const { body } = await server.get(`/api/products/${productId}`, null);
    expect(body).toMatchObject({ ...STORY, pictures: [FRONT, BACK], productImage: FRONT.address });
  });

  it('is nothing where nothing is said', async () => {
    expect(await created()).toMatchObject({ description: '', retailPrice: null, pictures: [], productImage: '' });
  });

  it('may be said by the lead alone, as before there was more than one', async () => {
    const { productId, pictures } = await created({ productImage: FRONT.address });
    expect(pictures).toEqual([{ address: FRONT.address, alt: '' }]);
    await edit(productId, { pictures: [FRONT, BACK] });
    const lead = { address: '/products/beanie.svg', alt: '' };
    expect((await edit(productId, { productImage: lead.address })).pictures).toEqual([lead, BACK]);
    expect(await edit(productId, { productImage: '' })).toMatchObject({ pictures: [BACK], productImage: BACK.address });
  });

  it('changes as a whole record says that changes one of the two', async () => {
    const product = await created({ pictures: [FRONT, BACK] });
    const turned = await edit(product.productId, { ...product, pictures: [BACK, FRONT] });
    expect(turned).toMatchObject({ pictures: [BACK, FRONT], productImage: BACK.address });
    const led = await edit(product.productId, { ...turned, productImage: '/products/beanie.svg' });
    expect(led.pictures).toEqual([{ address: '/products/beanie.svg', alt: '' }, FRONT]);
  });

  it('is taken back', async () => {
    const { productId } = await created({ ...STORY, pictures: [FRONT] });
    const none = { description: '', retailPrice: null, pictures: [] };
    expect(await edit(productId, none)).toMatchObject({ ...none, productImage: '' });
  });

  it('takes out what no page shows, and keeps lines where there may be some', async () => {
    const typed = {
      productTitle: 'Box\u200b Tee',
      description: 'One\u0000\r\nTwo\u202e',
      pictures: [{ ...FRONT, alt: 'a\nb' }],
    };
    expect(await created(typed)).toMatchObject({
      productTitle: 'Box Tee',
      description: 'One\nTwo',
      pictures: [{ ...FRONT, alt: 'a b' }],
    });
  });

  it('keeps a picture that was listed under older rules, and takes no new one of the kind', async () => {
    const { productId } = await created({ pictures: [FRONT] });
    const { status, body } = await server.ask('PUT', `/api/admin/products/${productId}`, {
      pictures: [FRONT, { address: `/pictures/${'0'.repeat(64)}.webp` }],
    });
    expect([status, body.code]).toEqual([400, 'image-missing']);
  });

  it.each([
    ['no list', { pictures: FRONT }, 'pictures-invalid'],
    ['addresses alone', { pictures: [FRONT.address] }, 'pictures-invalid'],
    ['a picture without an address', { pictures: [{ alt: 'From the front' }] }, 'pictures-invalid'],
    ['a picture that says more', { pictures: [{ ...FRONT, width: 800 }] }, 'pictures-invalid'],
    ['thirteen pictures', { pictures: Array.from({ length: 13 }, () => FRONT) }, 'pictures-invalid'],
    ['a long alternative', { pictures: [{ ...FRONT, alt: 'x'.repeat(201) }] }, 'pictures-invalid'],
    ['a picture by script', { pictures: [{ address: 'javascript:alert(1)' }] }, 'image-invalid'],
    ['a picture without TLS', { pictures: [{ address: 'http://pictures.example/1.jpg' }] }, 'image-invalid'],
    ['another lead than the first', { pictures: [FRONT], productImage: BACK.address }, 'pictures-lead'],
    ['a description that is too long', { description: 'x'.repeat(2_001) }, 'description-invalid'],
    ['a number for it', { description: 7 }, 'description-invalid'],
    ['half a character', { productTitle: 'Box \ud83d' }, 'invalid'],
    ['a title that nobody can see', { productTitle: '\u200b\u2060' }, 'title-required'],
    ['a retail price of nothing', { retailPrice: { amount: 0, currency: 'usd' } }, 'retail-price-invalid'],
    ['one of three decimals', { retailPrice: { amount: 1.234, currency: 'usd' } }, 'retail-price-invalid'],
    ['one without its currency', { retailPrice: { amount: 168 } }, 'retail-price-invalid'],
    ['one in a currency nobody knows', { retailPrice: { amount: 168, currency: 'xxx' } }, 'retail-price-invalid'],
    ['a bare number', { retailPrice: 168 }, 'retail-price-invalid'],
  ])('refuses %s', async (_, change, code) => {
    const { status, body } = await create(change);
    expect([status, body.code]).toEqual([400, code]);
  });
});
