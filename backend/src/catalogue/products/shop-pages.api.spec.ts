import { PICTURE_SIZES, pictureSources } from '@supreme-access/contract/pictures.js';
import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { jpeg } from '@supreme-access/test/fixtures/pictures.js';
import { ShopPages } from './shop-pages.js';

describe("the shop's pages as they are sent", () => {
  let server: CatalogueUnderTest;
  let pages: ShopPages;
  let shown: string;
  let hidden: string;
  beforeAll(async () => {
    server = await startCatalogue();
    pages = server.app.get(ShopPages);
    shown = await create({ productTitle: 'Box Hoodie' });
    hidden = await create({ productTitle: 'Hidden Hoodie', avail: false });
    await server.settled();
  });
  afterAll(() => server?.stop());

  async function create(changes: object): Promise<string> {
    const body = { price: 35, totalStock: 2, ...changes };
    return (await server.ask('POST', '/api/admin/products/create', body)).body.product.productId;
  }
  async function uploaded(): Promise<string> {
    const headers = { 'content-type': 'image/jpeg', authorization: `Bearer ${server.tokenOf('shopper', 'admin')}` };
    const body = (await jpeg(1_000, 1_250)) as BodyInit;
    const response = await fetch(`${server.url}/api/admin/pictures`, { method: 'POST', headers, body });
    return (await response.json()).productImage;
  }
  const purchase = (productId: string) => pages.head('/purchase', { productId });

  it('bring the list with them where it is shown first, as everybody may see it', async () => {
    for (const path of ['/', '/index', '/shop']) {
      const head = await pages.head(path, {});
      expect(head?.blocks).toEqual([
        expect.objectContaining({ value: { '/api/products': [expect.objectContaining({ productId: shown })] } }),
      ]);
    }
  });

  it('name a product and bring it with them', async () => {
    expect(await purchase(shown)).toMatchObject({ status: 200, title: 'Supreme Access | Box Hoodie' });
    expect((await purchase(shown))?.blocks?.at(-1)?.value).toMatchObject({ [`/api/products/${shown}`]: { id: shown } });
  });

  it('name a drop that has ended, and nothing of one that is off the shop, or of a ticket', async () => {
    expect(await pages.head(`/drops/${shown}`, {})).toMatchObject({
      status: 200,
      title: 'Supreme Access | Arrivals: Box Hoodie',
    });
    expect(await pages.head(`/drops/${hidden}`, {})).toEqual({ status: 200, isHidden: true });
    expect(await pages.head('/drops/nothing', {})).toEqual({ status: 404, isHidden: true });
    expect(await pages.head('/tickets/some-id', {})).toEqual({ status: 200, isHidden: true });
  });

  it('are the same where the address names the product twice, or after a blank', async () => {
    for (const productId of [
      [shown, hidden],
      ['', ` ${shown}`],
    ]) {
      expect(await pages.head('/purchase', { productId })).toMatchObject({ title: 'Supreme Access | Box Hoodie' });
    }
  });

  it('have the first picture fetched with them, as wide as the page shows it', async () => {
    const address = await uploaded();
    const pictured = await create({ productTitle: 'Pictured Hoodie', pictures: [{ address, alt: 'Front' }] });
    const bare = await create({ productTitle: 'Bare Hoodie', productImage: '' });
    await server.settled();
    const [source] = pictureSources(address);
    expect(source?.type).toBe('image/avif');
    expect((await purchase(pictured))?.picture).toEqual({
      address,
      source: { ...source, sizes: PICTURE_SIZES.purchase },
    });
    const mine = await pages.head('/product', { productId: pictured });
    expect(mine?.picture?.source?.sizes).toBe(PICTURE_SIZES.product);
    const none = await purchase(bare);
    expect([none?.status, none?.picture]).toEqual([200, undefined]);
  });

  it('open with the headline on the first page alone', async () => {
    expect((await pages.head('/', {}))?.isOpening).toBe(true);
    expect((await pages.head('/shop', {}))?.isOpening).toBe(false);
    expect((await purchase(shown))?.isOpening).toBeUndefined();
  });

  it('say 404 of what nobody sells or ever sold, and nothing else of it', async () => {
    const nothing = { status: 404, isHidden: true };
    for (const id of [hidden, 'nothing', '../x', '<b>']) expect(await purchase(id)).toEqual(nothing);
    const gone = await create({ productTitle: 'Gone Hoodie' });
    await server.ask('DELETE', `/api/admin/products/${gone}`);
    await server.settled();
    expect(await purchase(gone)).toEqual(nothing);
  });

  it('are as they were built where no product is named, and elsewhere', async () => {
    expect(await pages.head('/purchase', {})).toBeNull();
    expect(await pages.head('/purchase', { productId: ['', ' '] })).toBeNull();
    expect(await pages.head('/user/orders', { productId: shown })).toBeNull();
  });

  it('are listed for crawlers, hidden ones left out', async () => {
    const map = await pages.siteMap();
    expect(map).toContain(`/purchase?productId=${shown}</loc>`);
    expect(map).not.toContain(hidden);
    expect(pages.robots()).toMatch(/Disallow: \/api\/\n.*Sitemap: \S+\/sitemap\.xml\n$/s);
  });
});
