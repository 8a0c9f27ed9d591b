/** @jest-environment jsdom */
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { PRODUCT } from '@supreme-access/test/fixtures/storefront/product.js';
import { withHead } from '../../http/page-head.js';
import { productHead } from './product-head.js';

const SHOP = 'https://shop.example';
const NOW = Date.UTC(2026, 2, 6, 11);
const HASH = 'a'.repeat(64);
const BUILT = '<head><meta name="description" content="Built" /><title>Built</title></head><body></body>';
const HOODIE: PublicProduct = {
  ...PRODUCT,
  id: 'box-hoodie',
  productId: 'box-hoodie',
  productTitle: 'Box Hoodie',
  totalStock: 2,
  reserved: 1,
  remaining: 1,
  productImage: '',
  pictures: [],
  releaseAt: '2026-03-06T12:00:00.000Z',
  releaseTz: 'UTC',
};

const headOf = (changes: Partial<PublicProduct> = {}) => productHead({ ...HOODIE, ...changes }, SHOP, NOW);
const pageOf = (changes: Partial<PublicProduct> = {}) => withHead(BUILT, headOf(changes));
const property = (name: string, changes: Partial<PublicProduct> = {}) =>
  headOf(changes).properties?.find(([key]) => key === name)?.[1];
const data = (page: string) => JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null')['@graph'];

describe("a product's page, to crawlers and messengers", () => {
  it('is named by its title and lies at one address', () => {
    const page = pageOf({ description: 'Heavy fleece.\nCut wide.' });
    expect(page).toContain('<title>Supreme Access | Box Hoodie</title>');
    expect(page).toContain('<meta name="description" content="Heavy fleece. Cut wide." />');
    expect(page).toContain('<link rel="canonical" href="https://shop.example/purchase?productId=box-hoodie" />');
    expect(page).not.toContain('Built');
  });

  it.each([
    ['of several widths, as JPEG of one of them', `/pictures/${HASH}-1600.webp`, `${SHOP}/pictures/${HASH}-960.jpg`],
    ['that is small, as JPEG', `/pictures/${HASH}-300.webp`, `${SHOP}/pictures/${HASH}-300.jpg`],
    ['of one width', `/pictures/${HASH}.webp`, `${SHOP}/pictures/${HASH}.webp`],
    ['that lies elsewhere', 'https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
    ['that is a drawing: none', '/products/hoodie.svg', undefined],
  ])('shows its picture %s', (_, productImage, url) => {
    expect(property('og:image', { productImage })).toBe(url);
  });

  it('offers the slot for our fee, and says when the drop departs', () => {
    const [item, event] = data(pageOf());
    expect(item).toMatchObject({ '@type': 'Product', name: 'Box Hoodie' });
    expect(item).not.toHaveProperty('offers');
    expect(event).toMatchObject({
      '@type': 'SaleEvent',
      startDate: HOODIE.releaseAt,
      offers: { price: '35', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    });
  });

  it.each([
    [{ remaining: 0 }, 'SoldOut'],
    [{ releaseFinishedAt: '2026-03-06T10:59:00.000Z' }, 'Discontinued'],
    [{ reservationClosesAt: '2026-03-06T10:59:00.000Z' }, 'OutOfStock'],
  ])('says whether there is one: %j', (changes, word) => {
    expect(data(pageOf(changes))[1].offers.availability).toBe(`https://schema.org/${word}`);
  });

  it('without a time of release is no event', () => {
    expect(data(pageOf({ releaseAt: null })).map((one: object) => Object.values(one)[0])).toEqual(['Product', 'Offer']);
  });

  it.each([
    ['</script><script>alert(1)</script>'],
    ['"><img src=x onerror=alert(1)>'],
    ["'><!-- <script>"],
    ['$& $1 $` </title>'],
    ['&lt;b&gt; &amp;'],
  ])('holds a hostile title as a text: %s', (productTitle) => {
    const page = pageOf({ productTitle, description: productTitle });
    const document = new DOMParser().parseFromString(page, 'text/html');
    expect(document.title).toBe(`Supreme Access | ${productTitle}`);
    expect(document.querySelectorAll('img, script:not([type="application/ld+json"])')).toHaveLength(0);
    expect(document.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(productTitle);
    expect(data(page)[0].name).toBe(productTitle);
  });

  it('turns nothing that stands beside its title, and holds no half of a character', () => {
    expect(headOf({ productTitle: 'Box\u202e eidooH\u2066\ud800\nBig' }).title).toBe('Supreme Access | Box eidooH Big');
  });

  it('shortens a long description between words', () => {
    const text = property('og:description', { description: 'wide '.repeat(90) }) ?? '';
    expect(text).toMatch(/wide…$/);
    expect(text.length).toBeLessThanOrEqual(201);
  });
});
