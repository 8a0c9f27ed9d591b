import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { priceOf } from '@supreme-access/contract/money.js';
import { Open } from '../auth/guard.js';
import { AnswersSuccess } from '../http/answers.js';
import { Text } from '../http/fields.js';
import { type OrderDoc, ordersProjection } from '../orders/orders.projection.js';
import { ConsistentReads } from '../projections/consistent-reads.js';
import { boundedCache } from '../stores/bounded-cache.js';
import type { GoogleAnalytics, PurchasedItem } from './google-analytics.js';

export const ANALYTICS = Symbol('analytics');

export class PurchaseBody {
  @Text({ max: 100 })
  orderId: string;
}

@ApiTags('analytics')
@Open()
@Controller('api/analytics')
export class AnalyticsController {
  private readonly counted = boundedCache<true>(10_000);

  constructor(
    @Inject(ANALYTICS) private readonly analytics: GoogleAnalytics | null,
    private readonly latest: ConsistentReads,
  ) {}

  /** Counts an order as one purchase. The page calls it only with the shopper's consent. */
  @Post('purchase')
  @AnswersSuccess()
  async purchase(@Body() { orderId }: PurchaseBody) {
    if (this.analytics && !this.counted.has(orderId)) await this.count(this.analytics, orderId);
    return { success: true };
  }

  private async count(analytics: GoogleAnalytics, orderId: string): Promise<void> {
    const order = await this.latest.find(ordersProjection, orderId);
    if (!order?.livemode || this.counted.has(orderId)) return;
    this.counted.set(orderId, true);
    void analytics.purchase(itemOf(order));
  }
}

function itemOf({ productId, productTitle, style, size, price, currency }: OrderDoc): PurchasedItem {
  const variant = `${style} / ${size.toUpperCase()}`;
  return {
    id: productId,
    name: productTitle,
    variant,
    quantity: 1,
    price: priceOf(price),
    currency: currency.toUpperCase(),
  };
}
