import { randomUUID } from 'node:crypto';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Role } from '@supreme-access/contract/statuses.js';
import { EventsController } from '../audit/events.controller.js';
import { mail } from '../mail/mail.js';
import { OpenOrders } from '../orders/open-orders.js';
import { order } from '../orders/order.js';
import { Orders } from '../orders/orders.js';
import { Commands, commandHandlers } from '../platform/commands.js';
import type { Platform } from '../platform/platform.js';
import { PlatformModule } from '../platform/platform.module.js';
import { AdminPromosController } from '../promos/admin-promos.controller.js';
import { promo } from '../promos/promo.js';
import { PromoLookupController } from '../promos/promo-lookup.controller.js';
import { PromoUsesController } from '../promos/promo-uses.controller.js';
import { ReturnRedemptions } from '../promos/return-redemption.worker.js';
import { CancelDrops } from '../releases/cancel-drop.worker.js';
import { LiveController } from '../releases/live/live.controller.js';
import { LiveDrops } from '../releases/live/live-drops.js';
import { Standings } from '../releases/live/standings.js';
import { Tallies } from '../releases/live/tallies.js';
import { ReleasesController } from '../releases/releases.controller.js';
import { StartReleases } from '../releases/start-release.worker.js';
import { TellHoldersOfMoves } from '../releases/tell-holders.worker.js';
import { PartServer } from '../start/test-server.fixture.js';
import { AdminProductsController } from './admin-products.controller.js';
import { Catalogue } from './catalogue.js';
import { picturesIn } from './picture-files.js';
import { pictureStore } from './picture-store.js';
import { PicturesController } from './pictures.controller.js';
import { request } from './product.fixture.js';
import { product } from './product.js';
import { ProductQueries } from './product-queries.js';
import { ProductsController } from './products.controller.js';
import { ShopPages } from './shop-pages.js';
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
    PromoUsesController,
    EventsController,
    ReleasesController,
    LiveController,
  ];
  const workers = [StartReleases, CancelDrops, ReturnRedemptions, TellHoldersOfMoves];
  const live = [LiveDrops, Standings, Tallies];
  const handlers = commandHandlers(product, promo, order, mail);
  const providers = [
    ...handlers,
    ProductQueries,
    Catalogue,
    ShopPages,
    pictureStore,
    Orders,
    OpenOrders,
    ...live,
    ...workers,
  ];
  return { module: CatalogueModule, imports: [PlatformModule.of(platform)], controllers, providers };
}

/** Products, promo codes and the event feed over HTTP on engines of their own, without accounts. */
export async function startCatalogue() {
  const server = await PartServer.start(catalogueOf);
  const { app, platform } = server;
  const commands = app.get(Commands);
  const tokenOf = (...roles: Role[]) => platform.sessions.begin(randomUUID(), roles, 0);
  server.admin = tokenOf('shopper', 'admin');

  return Object.assign(server, {
    picturesDirectory: picturesIn(server.dataDir),
    commands,
    now: platform.clock,
    tokenOf,
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
  });
}

export type CatalogueUnderTest = Awaited<ReturnType<typeof startCatalogue>>;
