import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { type Role } from '@supreme-access/contract/statuses.js';
import { EventsController } from '../audit/events.controller.js';
import { OpenOrders } from '../orders/open-orders.js';
import { Orders } from '../orders/orders.js';
import { Commands } from '../platform/commands.js';
import { readConfig } from '../platform/config.js';
import { createServer } from '../platform/http/server.js';
import { createLogger } from '../platform/logger.js';
import type { Platform } from '../platform/platform.js';
import { PlatformModule } from '../platform/platform.module.js';
import { AdminPromosController } from '../promos/admin-promos.controller.js';
import { PromoLookupController } from '../promos/promo-lookup.controller.js';
import { ReturnRedemptions } from '../promos/return-redemption.worker.js';
import { CancelDrops } from '../releases/cancel-drop.worker.js';
import { ReleasesController } from '../releases/releases.controller.js';
import { StartReleases } from '../releases/start-release.worker.js';
import { TellHoldersOfMoves } from '../releases/tell-holders.worker.js';
import { openTestEngines } from '../start/stores.fixture.js';
import { openPlatform } from '../start/stores.js';
import { AdminProductsController } from './admin-products.controller.js';
import { Catalogue } from './catalogue.js';
import { LiveSlots } from './live-slots.js';
import { PICTURE_NAME, PICTURES, pictureFiles, picturesIn } from './picture-files.js';
import { PicturesController } from './pictures.controller.js';
import { request } from './product.fixture.js';
import { product } from './product.js';
import { ProductQueries } from './product-queries.js';
import { ProductsController } from './products.controller.js';
import { FreeSlot, ReserveSlot, type SlotRequest } from './slots.js';

@Module({})
class CatalogueModule {}

function catalogueOf(platform: Platform): DynamicModule {
  const controllers = [
    ProductsController,
    AdminProductsController,
    PicturesController,
    PromoLookupController,
    AdminPromosController,
    EventsController,
    ReleasesController,
  ];
  const workers = [StartReleases, CancelDrops, ReturnRedemptions, TellHoldersOfMoves];
  const providers = [ProductQueries, Catalogue, pictureFiles, LiveSlots, Orders, OpenOrders, ...workers];
  return { module: CatalogueModule, imports: [PlatformModule.of(platform)], controllers, providers };
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: specs look at what came, whatever it is
  body: any;
  headers: Headers;
}

/** Products, promo codes and the event feed over HTTP on engines of their own, without accounts. `clock.ahead` is ms. */
export async function startCatalogue() {
  const directory = await mkdtemp(join(tmpdir(), 'catalogue-'));
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const config = readConfig({ DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
  const engines = await openTestEngines(config);
  const platform = await openPlatform(config, engines, createLogger('silent'), now);
  const files = { prefix: '/products/', root: directory };
  const pictures = { prefix: PICTURES, root: picturesIn(config.dataDir), names: PICTURE_NAME };
  const app = await createServer(platform, catalogueOf(platform), { files, pictures, spas: [] });
  await app.listen(0, '127.0.0.1');
  const commands = app.get(Commands);
  await platform.projector.start();
  await platform.projector.reachEnd();
  const { port } = app.getHttpServer().address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const tokenOf = (...roles: Role[]) => platform.sessions.begin(randomUUID(), roles, 0);
  const admin = tokenOf('shopper', 'admin');

  async function ask(method: string, path: string, body?: unknown, token: string | null = admin, more = {}) {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...more,
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(url + path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('application/json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers } as Answer;
  }

  return {
    app,
    platform,
    picturesDirectory: pictures.root,
    commands,
    clock,
    url,
    now,
    tokenOf,
    ask,
    origin: () => ({
      actor: { kind: 'shopper' as const, id: 'ada' },
      commandId: randomUUID(),
      requestHash: '',
      correlationId: randomUUID(),
    }),
    async settled(): Promise<void> {
      if (!(await platform.projector.passed(await platform.log.head(), 5_000))) throw new Error('the projections lag');
    },
    async reserve(productId: string, n: number, changes: Partial<SlotRequest> = {}) {
      const asked = { ...request(n), style: 'One Style', ...changes };
      const personal = { email: 'ada@example.com', name: 'Ada Lovelace' };
      const data = { ...asked, subject: `account-${asked.accountId}`, keyed: true, personal };
      return commands.execute(product, new ReserveSlot(productId, data, this.origin()));
    },
    async giveBack(productId: string, orderId: string) {
      return commands.execute(product, new FreeSlot(productId, { orderId, reason: 'withdrawn' }, this.origin()));
    },
    async stop(): Promise<void> {
      await platform.dueWork.stop(2_000);
      await app.close();
      await platform.projector.stop();
      await engines.close();
      await rm(directory, { recursive: true });
    },
  };
}

export type CatalogueUnderTest = Awaited<ReturnType<typeof startCatalogue>>;
