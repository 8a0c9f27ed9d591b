import { Injectable } from '@nestjs/common';
import type { Role } from '@supreme-access/contract/statuses.js';
import { type ProductState, product } from '../../catalogue/products/product.js';
import { countsOf, type ProductDoc, productDoc, publicProduct } from '../../catalogue/products/products.projection.js';
import { isOpen, type PromoState } from '../../catalogue/promos/promo.js';
import { InjectEventLog, InjectSchema } from '../../config/tokens.js';
import { type AccountDoc, accountInfo, accountsProjection } from '../../customers/accounts/accounts.projection.js';
import type { Schema } from '../../event-sourcing/codec.js';
import { eventAt } from '../../event-sourcing/reading.js';
import { type OrderDoc, ordersProjection, orderView } from '../../orders/orders.projection.js';
import type { Projection } from '../../projections/projection.js';
import { toRecorded } from '../../projections/recorded.js';
import type { EventLog, RecordedEvent } from '../../stores/event-log/event-log.js';
import { revisionAt } from '../events/log-places.js';
import { Folds } from './folds.js';

type Shown = Record<string, unknown> | null;

const SEALED = 'sealed';

/** Returns what the API answered at a time, by the read models' own projections; personal data stays sealed. */
@Injectable()
export class ShownThen {
  constructor(
    private readonly folds: Folds,
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
  ) {}

  /** `GET /api/user/orders` after these events of the order, or of its slot; `at`: ms UTC */
  async order(events: readonly RecordedEvent[], at: number): Promise<Shown> {
    const doc = this.folded(ordersProjection, events);
    if (!doc) return null;
    const view = orderView(doc, {
      product: await this.productThen(doc.productId, at),
      profile: undefined,
      hasCode: null,
    });
    const { email: _, name: __, profileName: ___, codeOnFile: ____, ...shown } = view;
    return { ...shown, email: doc.life.erased ? '' : SEALED, name: doc.life.erased ? '' : SEALED };
  }

  /** `GET /api/products/{id}`; null if it was hidden */
  async product(productId: string, state: ProductState): Promise<Shown> {
    const doc = await this.docOf(productId, state);
    return doc && !doc.delisted && doc.avail ? { ...publicProduct(doc, countsOf(state)) } : null;
  }

  /** `GET /api/user/info`; `at`: ms UTC */
  account(events: readonly RecordedEvent[], roles: readonly Role[], at: number): Shown {
    const doc = this.folded(accountsProjection, events);
    if (!doc) return null;
    const { profiles: _, ...info } = accountInfo({ ...doc, roles }, 0, at);
    return doc.erased ? info : { ...info, name: SEALED, email: SEALED, phone: SEALED, billingAddress: SEALED };
  }

  /** `GET /api/promoLookup`; null if the code was refused; `at`: ms UTC */
  promo(promoCode: string, { facts, ended, redeemed }: PromoState, at: number): Shown {
    if (!facts || ended || !isOpen(facts, at)) return null;
    const isExhausted = facts.limit !== null && redeemed.size >= facts.limit;
    return isExhausted ? null : { promoCode, percent: facts.percent };
  }

  private folded<D extends OrderDoc | AccountDoc>(
    projection: Projection<D>,
    events: readonly RecordedEvent[],
  ): D | null {
    let doc: D | null = null;
    for (const event of events) {
      const recorded = toRecorded(event, this.schema, undefined);
      for (const id of projection.idsOf(recorded)) doc = projection.evolve(doc, recorded, id);
    }
    return doc;
  }

  private async productThen(productId: string, at: number): Promise<ProductDoc | undefined> {
    const revision = await revisionAt(this.log, `product-${productId}`, at);
    if (revision < 0) return undefined;
    return this.docOf(productId, (await this.folds.at(product, productId, revision)).state);
  }

  private async docOf(productId: string, state: ProductState): Promise<ProductDoc | undefined> {
    const first = await eventAt(this.log, `product-${productId}`, 0);
    return (first && productDoc(productId, state, first.metadata.recordedAt)) ?? undefined;
  }
}
