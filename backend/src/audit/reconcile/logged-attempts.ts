import { Injectable } from '@nestjs/common';
import { InjectEventLog } from '../../config/tokens.js';
import { AddressRefused } from '../../http/outgoing/checked-address.js';
import { RetryableError } from '../../jobs/retries.js';
import { Reads } from '../../projections/reads.js';
import { retailersProjection } from '../../retailers/directory/retailers.projection.js';
import {
  type Attempt,
  checkoutReference,
  type LookUpAnswer,
  type Retailer,
  unknown,
} from '../../retailers/retailer.js';
import { Retailers, STANDARD } from '../../retailers/retailers.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { Histories } from '../order-history.js';

export interface LoggedAttempt extends Attempt {
  /** null: the standard retailer */
  retailerId: string | null;
  means?: 'token';
}

/** What the log says of attempts at retailers, and the retailers that can tell more of them. */
@Injectable()
export class LoggedAttempts {
  constructor(
    private readonly retailers: Retailers,
    private readonly reads: Reads,
    @InjectEventLog() private readonly log: EventLog,
  ) {}

  /** Removed retailers too: orders may have been bought there. */
  async everyRetailer(): Promise<{ id: string | null; isEnded: boolean }[]> {
    const registered = await this.reads.find(retailersProjection, {});
    return [{ id: null, isEnded: false }, ...registered.filter(({ id }) => id !== STANDARD)];
  }

  /** Null: it cannot be called now. Nothing was bought before it was discovered, and perhaps before it moved. @throws Error for an id that is not configured */
  async retailer(id: string | null): Promise<Retailer | null> {
    try {
      return await this.retailers.of(id);
    } catch (error) {
      if (error instanceof RetryableError || error instanceof AddressRefused) return null;
      throw error;
    }
  }

  /** In their order; the first reference of an order without any. */
  async of(orderId: string): Promise<LoggedAttempt[]> {
    const { events } = await new Histories(this.log, {}).stream(`order-${orderId}`);
    const found = new Map<string, LoggedAttempt>();
    for (const { type, data } of events) {
      const { reference, retailerId, session, means } = data as unknown as Partial<LoggedAttempt>;
      if (reference === undefined) continue;
      if (type === 'CheckoutStarted')
        found.set(reference, { reference, retailerId: retailerId ?? null, ...(means ? { means } : {}) });
      const begun = found.get(reference);
      if (type === 'CheckoutPrepared' && begun && session !== undefined) begun.session = session;
    }
    return found.size > 0 ? [...found.values()] : [{ reference: checkoutReference(orderId, 1), retailerId: null }];
  }

  /** The attempt of this reference; one that the log lacks was made at the standard retailer. */
  async named(orderId: string, reference: string): Promise<LoggedAttempt> {
    const logged = (await this.of(orderId)).find((one) => one.reference === reference);
    return logged ?? { reference, retailerId: null };
  }

  async lookUp({ retailerId, means, ...attempt }: LoggedAttempt, signal: AbortSignal): Promise<LookUpAnswer> {
    const retailer = await this.retailer(retailerId);
    // Without a session nothing can have been bought with a token.
    if ((retailer?.means ?? means) === 'token' && attempt.session === undefined) return { kind: 'never-seen' };
    return retailer ? retailer.lookUp(attempt, signal) : unknown('unauthorized');
  }
}
