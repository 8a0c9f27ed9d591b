import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PAGE_DATA, type PageData } from '@supreme-access/contract/limits.js';
import { firstNamed } from '@supreme-access/contract/parameters.js';
import { PICTURE_SIZES, pictureSources } from '@supreme-access/contract/pictures.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig } from '../../config/tokens.js';
import { Refused } from '../../event-sourcing/decider.js';
import { escaped } from '../../http/markup.js';
import type { DataBlock, PageHead, PreloadedPicture } from '../../http/page-head.js';
import { endedHead, productHead, productPage } from './product-head.js';
import { ProductQueries, productIdOf } from './product-queries.js';

const FIRST = ['/', '/index'];
const LISTS = [...FIRST, '/shop'];
const OF_PRODUCT = ['/purchase', '/product'];
const DROPS = '/drops/';
const TICKETS = '/tickets/';
/** s */
const KEPT = 300;

/** Writes the data of the first screen and the metadata for crawlers into the shop's HTML. */
@Injectable()
export class ShopPages {
  constructor(
    private readonly queries: ProductQueries,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async head(path: string, query: unknown): Promise<PageHead | null> {
    const { publicUrl } = this.config;
    if (LISTS.includes(path)) {
      const products = await this.queries.shop();
      const canonical = path === '/index' ? `${publicUrl}/` : undefined;
      return {
        status: 200,
        canonical,
        isOpening: FIRST.includes(path),
        blocks: [ahead({ '/api/products': products })],
      };
    }
    if (path.startsWith(TICKETS)) return { status: 200, isHidden: true };
    if (path.startsWith(DROPS)) return this.ended(path.slice(DROPS.length));
    const id = OF_PRODUCT.includes(path) ? idIn(query) : undefined;
    if (id === undefined) return null;
    const product = await this.listed(id);
    if (product === null) return { status: 404, isHidden: true };
    const head = productHead(product, publicUrl, this.clock());
    const others = path === '/purchase' ? { '/api/products': await this.queries.shop() } : {};
    const data = { [`/api/products/${encodeURIComponent(id)}`]: product, ...others };
    const blocks = [...(head.blocks ?? []), ahead(data)];
    const picture = firstPicture(product, path === '/product' ? PICTURE_SIZES.product : PICTURE_SIZES.purchase);
    return { ...head, picture, blocks };
  }

  /** https://www.sitemaps.org/protocol.html */
  async siteMap(): Promise<string> {
    const { publicUrl } = this.config;
    const products = await this.queries.shop();
    const pages = [`${publicUrl}/`, ...products.map(({ productId }) => productPage(productId, publicUrl))];
    const urls = pages.map((page) => `<url><loc>${escaped(page)}</loc></url>\n`).join('');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
  }

  /** RFC 9309: crawlers skip the API and private pages. */
  robots(): string {
    const closed = ['/api/', '/admin', '/users', '/user/', '/action/', '/reset/'];
    const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`)];
    return `${lines.join('\n')}\n\nSitemap: ${this.config.publicUrl}/sitemap.xml\n`;
  }

  /** One that is off the shop is named nowhere; its page shows its seal alone. */
  private async ended(id: string): Promise<PageHead> {
    const product = await this.listed(id);
    if (product !== null) return endedHead(product, this.config.publicUrl, `${DROPS}${id}`);
    const existing = await orMissing(() => this.queries.one(productIdOf(id)));
    return { status: existing ? 200 : 404, isHidden: true };
  }

  private listed(id: string): Promise<PublicProduct | null> {
    return orMissing(() => this.queries.inShop(productIdOf(id), false));
  }
}

async function orMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refused && error.code === 'not-found') return null;
    throw error;
  }
}

function firstPicture({ pictures, productImage }: PublicProduct, sizes: string): PreloadedPicture | undefined {
  const address = pictures[0]?.address ?? productImage;
  if (address === '') return undefined;
  const [source] = pictureSources(address);
  return { address, ...(source && { source: { ...source, sizes } }) };
}

function idIn(query: unknown): string | undefined {
  const named = [(query as { productId?: unknown } | undefined)?.productId].flat();
  return firstNamed(named.filter((id) => typeof id === 'string')) ?? undefined;
}

function ahead(answers: PageData): DataBlock {
  return { type: 'application/json', id: PAGE_DATA, value: answers };
}

export function showSiteMap(app: NestFastifyApplication): void {
  const pages = () => app.get(ShopPages, { strict: false });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml')
      .header('cache-control', `public, max-age=${KEPT}`)
      .send(await pages().siteMap()),
  );
  fastify.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain').header('cache-control', `public, max-age=${KEPT}`).send(pages().robots()),
  );
}
