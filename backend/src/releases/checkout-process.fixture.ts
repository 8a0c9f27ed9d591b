import { order } from '../orders/order.js';
import type { OrderFees } from '../orders/order-fees.js';
import { Orders } from '../orders/orders.js';
import { Holders } from '../platform/claims.js';
import { busTo } from '../platform/commands.fixture.js';
import { Commands } from '../platform/commands.js';
import { Breakers } from '../platform/due/breakers.js';
import type { DueWorker } from '../platform/due/due-work.js';
import type { EventLog } from '../platform/log/event-log.js';
import type { Projector } from '../platform/projections/projector.js';
import { Latest } from '../platform/read-models/latest.js';
import type { ReadModels } from '../platform/read-models/read-models.js';
import { Reads } from '../platform/read-models/reads.js';
import { Streams } from '../platform/streams.js';
import type { Sealer } from '../platform/vault/sealer.js';
import type { Vault } from '../platform/vault/vault.js';
import { product } from '../products/product.js';
import { CardVault } from '../profiles/card-vault.js';
import { CheckoutDataReader } from '../profiles/checkout-data.js';
import { profile } from '../profiles/profile.js';
import { RetryCheckouts } from './checkout.worker.js';
import { CheckoutAttempt } from './checkout-attempt.js';
import { Checkouts } from './checkouts.js';
import { CloseOrders } from './close.worker.js';
import type { RetailerClient } from './retailer-client.js';
import { RunRelease } from './run-release.worker.js';

export interface Shared {
  log: EventLog;
  vault: Vault;
  sealer: Sealer;
  models: ReadModels;
  projector: Projector;
  clock: () => number;
  client: RetailerClient;
  /** attempts at the retailer at once */
  most?: number;
  /** no other process has the stores open */
  isAlone?: boolean;
}

export const never = new AbortController().signal;

const NO_FEES: OrderFees = { payAgain: async () => null, settle: async () => undefined };

export class Process {
  readonly commands: Commands;
  readonly orders: Orders;
  readonly attempt: CheckoutAttempt;
  readonly checkouts: Checkouts;
  readonly run: RunRelease;
  readonly workers: readonly DueWorker[];
  readonly breakers: Breakers;

  constructor(
    { log, sealer, vault, models, projector, clock, client, most = 64, isAlone = false }: Shared,
    isSandbox: boolean,
  ) {
    const reads = new Reads(models);
    this.breakers = new Breakers(() => 0.5, { retailer: most });
    const streams = new Streams(log, sealer, { schema: {}, clock });
    this.commands = new Commands(busTo(streams, order, product, profile), streams);
    const latest = new Latest({ models, log, streams, projector, sealer, schema: {} });
    this.orders = new Orders(this.commands, reads, latest, clock);
    this.orders.onModuleInit();
    const data = new CheckoutDataReader(log, sealer, new CardVault(vault));
    this.attempt = new CheckoutAttempt(client, this.commands, data, { clock, random: () => 0.5, isSandbox });
    this.checkouts = new Checkouts(this.commands, this.orders, this.attempt, clock, new Holders(isAlone));
    this.run = new RunRelease(this.commands, reads, this.orders, this.checkouts, clock, this.breakers);
    const close = new CloseOrders(this.commands, this.checkouts, NO_FEES);
    this.workers = [this.run, new RetryCheckouts(this.checkouts), close];
  }

  step(orderId: string) {
    return this.checkouts.step(orderId, never);
  }
}
