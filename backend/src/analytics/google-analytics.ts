import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { randomId } from '../event-sourcing/ids.js';
import { type Call, callsTo } from '../http/outgoing/http-calls.js';

export interface PurchasedItem {
  id: string;
  name: string;
  variant: string;
  quantity: number;
  price: number;
  /** ISO 4217, upper case */
  currency: string;
}

const DEADLINE = 5_000;
const NO_ADS = { ad_user_data: 'DENIED', ad_personalization: 'DENIED' } as const;

/**
 * Counts purchases in Google Analytics 4 from the server, so that no third-party script runs where cards are typed.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 */
export class GoogleAnalytics {
  private readonly call: Call;

  constructor(
    private readonly settings: NonNullable<Config['analytics']>,
    private readonly logger: Logger,
  ) {
    this.call = callsTo(new URL(settings.url).origin);
  }

  /** Never throws: a purchase that could not be counted is only missing in a statistic. */
  async purchase({ id, name, variant, quantity, price, currency }: PurchasedItem): Promise<void> {
    const { id: stream, secret, url } = this.settings;
    const items = [{ item_id: id, item_name: name, item_variant: variant, quantity, price }];
    const events = [{ name: 'purchase', params: { currency, items } }];
    const body = { client_id: randomId(), consent: NO_ADS, events };
    const query = new URLSearchParams({ measurement_id: stream, api_secret: secret });
    try {
      const { pathname } = new URL(url);
      const { status } = await this.call({
        method: 'POST',
        path: `${pathname === '/' ? '' : pathname}/mp/collect?${query}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(DEADLINE),
      });
      if (status < 200 || status > 299) throw new Error(`status ${status}`);
    } catch (error) {
      this.logger.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        'a purchase was not counted',
      );
    }
  }
}
