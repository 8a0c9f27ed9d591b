import { type CatalogueUnderTest, startCatalogue } from './catalogue-server.fixture.js';
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
    expect(await pages.head('/purchase', { productId: ['a', 'b'] })).toBeNull();
    expect(await pages.head('/user/orders', { productId: shown })).toBeNull();
  });

  it('are listed for crawlers, hidden ones left out', async () => {
    const map = await pages.siteMap();
    expect(map).toContain(`/purchase?productId=${shown}</loc>`);
    expect(map).not.toContain(hidden);
    expect(pages.robots()).toMatch(/Disallow: \/api\/\n.*Sitemap: \S+\/sitemap\.xml\n$/s);
  });
});
